/* The page is set like a paper: one column of text in a serif face, figures in two where there is room,
 * numbers in tables with figures of one width. No face is fetched; the names are of those that systems come
 * with. */
#include "tui/media/style.h"

#include <stddef.h>

const char *const report_style[] = {
    ":root{color-scheme:light dark;--paper:#fdfcf9;--ink:#1d1c1a;--dim:#5c5953;--hair:#d9d5cb;--tint:#f3f0e8;"
    "--good:#1f6b3a;--bad:#a8281f;--link:#0b5a86;"
    "--c1:#0b6aa2;--c2:#b4540a;--c3:#2c7a4b;--c4:#8a3f9c;--c5:#a8843a;--c6:#5b6470;--c7:#c2407a;--c8:#3f8f97}"
    "\n",
    "@media (prefers-color-scheme:dark){:root{--paper:#16171a;--ink:#e9e6df;--dim:#a8a398;--hair:#3a3b40;"
    "--tint:#202226;--good:#76c893;--bad:#f0857a;--link:#7cc0ea;"
    "--c1:#5cb3e6;--c2:#eb9a56;--c3:#78c795;--c4:#c792d8;--c5:#d6b56c;--c6:#9aa4b2;--c7:#ec8ab3;--c8:#79c7ce}"
    "}\n",
    "*{box-sizing:border-box}html{-webkit-text-size-adjust:100%}\n",
    "body{margin:0;background:var(--paper);color:var(--ink);font:17px/1.55 Charter,'Bitstream "
    "Charter','Sitka "
    "Text',Cambria,Georgia,'DejaVu Serif',serif}\n",
    "main,header,footer{max-width:70rem;margin:0 auto;padding:0 1.5rem}\n",
    "header{padding-top:1.8rem}\n",
    ".kicker{margin:0;color:var(--dim);font:600 .78rem/1.4 system-ui,'Helvetica Neue',Arial,sans-serif;"
    "letter-spacing:.09em;text-transform:uppercase}\n",
    "h1{margin:.2rem 0 .3rem;font-size:2rem;line-height:1.15;font-weight:600;overflow-wrap:anywhere}\n",
    ".headline{margin:.8rem 0 .6rem;padding:.9rem 0;border-top:2px solid var(--ink);border-bottom:1px solid "
    "var(--hair);font-size:1.32rem;line-height:1.4;max-width:none}\n",
    ".byline{margin:.3rem 0;color:var(--dim);font-size:.95rem;max-width:none}\n",
    ".warning{margin:.8rem 0;padding:.5rem .9rem;border-left:3px solid var(--bad);background:var(--tint)}\n",
    "h2{margin:2.6rem 0 .5rem;font-size:1.22rem;font-weight:600}h3{margin:1.6rem 0 "
    ".3rem;font-size:1.02rem;font-weight:600}\n",
    "p{margin:.5rem 0;max-width:44rem}.note{color:var(--dim);font-size:.92rem}\n",
    "a{color:var(--link)}code,pre{font:.86em/1.5 ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace}"
    "code{overflow-wrap:anywhere}\n",
    "pre{margin:.5rem 0;padding:.7rem .9rem;background:var(--tint);border-radius:3px;white-space:pre-wrap;"
    "overflow-wrap:anywhere}\n",
    ".cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(8.2rem,1fr));margin:.7rem 0 .3rem;"
    "padding:0 1px 1px 0;list-style:none}\n",
    ".cards li{margin:0 -1px -1px 0;padding:.55rem .6rem;border:1px solid var(--hair)}\n",
    ".cards b{display:block;white-space:nowrap;font:600 1.2rem/1.25 system-ui,'Helvetica "
    "Neue',Arial,sans-serif;"
    "font-variant-numeric:tabular-nums}\n",
    ".cards span{display:block;color:var(--dim);font-size:.86rem;line-height:1.35}.cards "
    ".good{color:var(--good)}.cards .bad{color:var(--bad)}\n",
    "#numbers h2,.again{position:absolute;clip-path:inset(50%);margin:0}#numbers+section h2{margin-top:1.2rem}\n",
    ".figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(30rem,100%),1fr));gap:1.8rem "
    "2.2rem}\n",
    "figure{margin:0;min-width:0}figcaption{font-size:1rem}.unit{color:var(--dim);font-size:.9rem}\n",
    "svg{display:block;width:100%;height:auto;overflow:visible}\n",
    "svg text{fill:var(--dim);font:13px system-ui,'Helvetica Neue',Arial,sans-serif;"
    "font-variant-numeric:tabular-nums}\n",
    "svg .y{text-anchor:end;dominant-baseline:middle}svg .x{text-anchor:middle;dominant-baseline:hanging}"
    "svg .x.end{text-anchor:end}svg .x.start{text-anchor:start}\n",
    "svg .grid{stroke:var(--hair);stroke-width:1}svg .axis,svg .tick{stroke:var(--dim);stroke-width:1}\n",
    "svg .rule{fill:none;stroke:var(--bad);stroke-width:1.2;stroke-dasharray:2 3}svg "
    "text.rule{fill:var(--bad);stroke:none;text-anchor:end}\n",
    "svg .mark{stroke:var(--dim);stroke-width:1;stroke-dasharray:1 4}\n",
    ".s0{--c:var(--ink)}.s1{--c:var(--c1)}.s2{--c:var(--c2)}.s3{--c:var(--c3)}.s4{--c:var(--c4)}"
    ".s5{--c:var(--c5)}.s6{--c:var(--c6)}.s7{--c:var(--c7)}.s8{--c:var(--c8)}\n",
    "svg .line{fill:none;stroke:var(--c);stroke-width:1.8;stroke-linejoin:round}svg "
    ".line.dash{stroke-dasharray:5 4;stroke-width:1.4}\n",
    "svg .area{fill:var(--c);fill-opacity:.85}svg "
    ".dot{fill:var(--c);stroke:var(--paper);stroke-width:1}svg rect{fill:var(--c)}\n",
    ".bars svg text{font-size:17px}.figures>figure:only-child{max-width:44rem}svg "
    "rect.good{fill:var(--good)}svg rect.bad{fill:var(--bad)}svg "
    ".name{text-anchor:end;"
    "dominant-baseline:middle;fill:var(--ink)}svg .value{text-anchor:end;dominant-baseline:middle;"
    "fill:var(--ink)}svg .seed{fill:var(--ink);opacity:.5}svg "
    ".whisker{fill:none;stroke:var(--ink);stroke-width:1.2}\n",
    ".legend{display:flex;flex-wrap:wrap;gap:.1rem 1.1rem;margin:.15rem 0 "
    ".35rem;padding:0;list-style:none;font-size:.88rem;color:var(--dim)}\n",
    ".legend i{display:inline-block;width:1.4em;height:0;margin-right:.4em;vertical-align:middle;"
    "border-top:2.5px solid var(--c)}.legend .dash i{border-top-style:dashed}.legend .fill i{height:.75em;"
    "width:.75em;border:0;background:var(--c)}.legend .spot "
    "i{height:.6em;width:.6em;border:0;border-radius:50%;"
    "background:var(--c)}\n",
    ".shares svg{height:18px}.under{margin:.1rem 0 "
    "0;color:var(--dim);font-size:.84rem;max-width:none}.csv{white-space:nowrap}\n",
    ".scroll{overflow-x:auto;margin:.8rem 0}.scroll:focus-visible{outline:2px solid var(--link)}\n",
    "table{border-collapse:collapse;font:.88rem/1.45 system-ui,'Helvetica Neue',Arial,sans-serif;"
    "font-variant-numeric:tabular-nums;min-width:100%}\n",
    "caption{padding:.2rem 0;text-align:left;color:var(--dim);font-size:.88rem}\n",
    "thead th{border-top:1.5px solid var(--ink);border-bottom:1px solid "
    "var(--ink);font-weight:600;vertical-align:bottom}tbody tr:last-child>*{border-bottom:1.5px solid "
    "var(--ink)}\n",
    "th,td{padding:.28rem .8rem .28rem 0;text-align:left;vertical-align:top;border-bottom:1px solid "
    "var(--hair)}th.n,td.n{text-align:right;white-space:nowrap}tbody "
    "th{font-weight:400}td.good{color:var(--good)}td.bad{color:var(--bad);font-weight:600}"
    "td.h1{background:#1f6b3a80}td.h2{background:#1f6b3a55}td.h3{background:#1f6b3a2b}td.h5{background:#a8281f2b}"
    "td.h6{background:#a8281f55}td.h7{background:#a8281f80}"
    "td.hash{font:.78rem/1.6 ui-monospace,'DejaVu Sans "
    "Mono',monospace;overflow-wrap:anywhere;min-width:16rem}\n",
    "ul.plain{padding-left:1.1rem}dl{display:grid;grid-template-columns:max-content "
    "1fr;gap:.15rem 1rem;margin:.6rem 0}dt{color:var(--dim)}dd{margin:0;overflow-wrap:anywhere}\n",
    "details>summary{cursor:pointer;color:var(--link)}\n",
    "footer{margin-top:3rem;padding-bottom:3rem;color:var(--dim);font-size:.88rem}footer p{max-width:none}\n",
    "@media (max-width:640px){body{font-size:16px}main,header,footer{padding:0 "
    "1rem}header{padding-top:1.4rem}"
    "h1{font-size:1.55rem}.headline{font-size:1.14rem}svg text{font-size:20px}.bars svg "
    "text{font-size:26px}svg .line{stroke-width:2.8}"
    ".cards{grid-template-columns:1fr 1fr}dl{grid-template-columns:1fr;gap:0}"
    "dd{margin-bottom:.4rem}}\n",
    "@media print{:root{--paper:#fff;--ink:#000;--dim:#444;--hair:#ccc;--tint:#f4f4f4;--good:#1f6b3a;"
    "--bad:#a8281f;--link:#000;--c1:#0b6aa2;--c2:#b4540a;--c3:#2c7a4b;--c4:#8a3f9c;--c5:#a8843a;--c6:#5b6470;"
    "--c7:#c2407a;--c8:#3f8f97}@page{margin:16mm "
    "15mm}*{-webkit-print-color-adjust:exact;print-color-adjust:exact}svg text{font-size:17px}.bars svg "
    "text{font-size:24px}.cards{grid-template-columns:repeat(4,1fr)}footer{margin-top:1rem;padding:0}h2{"
    "margin-top:1.6rem}body{font-size:10.5pt}main,header,footer{max-width:none;"
    "padding:0}header{padding-top:0}figure,tr,.cards,.headline,.keep,dl,pre{break-inside:avoid}h2,h3{break-"
    "after:avoid}"
    ".figures{grid-template-columns:1fr 1fr;gap:1rem 1.4rem}.scroll{overflow:visible}.csv{display:none}"
    "table{font-size:8.5pt}a{color:inherit;text-decoration:none}}\n",
    NULL};
