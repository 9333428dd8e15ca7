/* The table of commands and of global options: what dispatch, help, man page and completions read. */
#include "tui/cli/command.h"
#include "tui/words/view_names.h"

#include <string.h>

const struct option_info global_options[] = {
    {"db", "FILE", "The store; without it $XDG_DATA_HOME/wattif/wattif.db, made on first use.", false},
    {"data", "DIR", "The folder that holds datasets/ and themes/; also $WATTIF_DATA.", false},
    {"config", "FILE", "Settings and key bindings; without it $XDG_CONFIG_HOME/wattif/wattif.conf.", false},
    {"theme", "NAME", "Colours: a theme of `wattif list themes`, or a path.", false},
    {"board", "NAME", "What the dashboard shows: calm, full, or a board of one's own.", false},
    {"color", "auto|direct|256|16|never", "How many colours to use; NO_COLOR in the environment means none.",
     false},
    {"no-color", NULL, "The same as --color never.", false},
    {"glyphs", "auto|braille|block|ascii", "What curves are drawn with; auto asks the locale.", false},
    {"no-mouse", NULL, "Leave the mouse to the terminal.", false},
    {"no-ahead", NULL, "Simulate nothing behind the screen before it is asked for.", false},
    {"script", "FILE", "Run actions and keys from a file (- is stdin); needs no terminal.", false},
    {"demo", "DEMO",
     "Play a demo: a name of `wattif list demos`, or a file. Without a terminal what it tells is printed, and a claim that does not hold is exit status 1.",
     false},
    {"cast", "FILE", "Play --demo into an asciinema file instead, for `asciinema play FILE`.", false},
    {"size", "COLSxROWS", "The canvas of --script, --cast and of screen, 1x1 to 1000x1000.", false},
    {"welcome", NULL, "Greet as at the very first start.", false},
    {"quiet", NULL, "No notes and no progress on stderr, only errors.", false},
    {"paths", NULL, "Print where settings, store and library lie, and exit.", false},
    {"dump-config", NULL, "Print the settings in force as a wattif.conf, and exit.", false},
    {"help", NULL, "Print help, and exit.", false},
    {"version", NULL, "Print the version, and exit.", false},
    {NULL, NULL, NULL, false},
};

/* What every command takes that changes the run it is asked of. */
#define OPTIONS_OF_A_RUN                                                                                     \
    {"set", "K=V", "Start with this value of a knob; slo_ms.* and mig.* stand for every app and GPU.",       \
     true},                                                                                                  \
        {"at", "TIME:K=V", "Turn a live knob at a time: seconds, 1h30m or ISO-8601.", true},                 \
    {                                                                                                        \
        "policy", "LAYER[.POOL]=NAME",                                                                       \
            "Take this scheme, in one pool or in all; the fleet follows if it needs another.", true          \
    }

static const struct option_info no_options[] = {{NULL, NULL, NULL, false}};

static const struct option_info format_options[] = {
    {"format", "text|json|csv", "How to print it.", false},
    {NULL, NULL, NULL, false},
};

static const struct option_info calc_options[] = {
    {"format", "text|json", "How to print it.", false},
    {NULL, NULL, NULL, false},
};

static const struct option_info run_options[] = {
    OPTIONS_OF_A_RUN,
    {"seed", "N", "The seed of all randomness.", false},
    {"replicate", "N", "Run the seeds N, N+1, ... and give mean and 95 % confidence.", false},
    {"jobs", "N", "Threads for --replicate; the results are the same for any number.", false},
    {"check", NULL,
     "Exit 1 when a limit is broken: an SLO, a safe temperature, an accuracy limit, requests left unserved, the end of the trace.",
     false},
    {"save", "NAME", "Keep the run with its recording under this name.", false},
    {"replace", NULL, "Let --save replace a run of that name.", false},
    {"out", "FILE", "Write it to this file instead of stdout.", false},
    {"yes", NULL, "Do not ask, however long it takes.", false},
    {"format", "text|json|csv|html",
     "How to print it; csv is one row with dotted keys, html a report for a browser that repeats itself.",
     false},
    {NULL, NULL, NULL, false},
};

static const struct option_info compare_options[] = {
    {"set", "K=V", "Of the run before it: start with this value of a knob.", true},
    {"at", "TIME:K=V", "Of the run before it: turn a live knob at a time.", true},
    {"policy", "LAYER[.POOL]=NAME", "Of the run before it: take this scheme.", true},
    {"seed", "N", "The seed of the run before it; before the first, of all.", true},
    {"replicate", "N", "Run each with N seeds and tell what is larger than noise.", false},
    {"jobs", "N", "Threads; the results are the same for any number.", false},
    {"out", "FILE", "Write it to this file instead of stdout.", false},
    {"yes", NULL, "Do not ask, however long it takes.", false},
    {"format", "text|json|csv|html", "How to print it; html is a report for a browser that repeats itself.",
     false},
    {NULL, NULL, NULL, false},
};

/* Of what makes many runs: how, and where its answer goes. */
#define OPTIONS_OF_MANY_RUNS                                                                                 \
    {"jobs", "N", "Threads; the results are the same for any number.", false},                               \
        {"out", "FILE", "Write it to this file instead of stdout.", false},                                  \
        {"format", "text|json|csv|html",                                                                     \
         "How to print it; html is a report for a browser that repeats itself.", false},                     \
    {                                                                                                        \
        "yes", NULL, "Do not ask, however long it takes.", false                                             \
    }

static const struct option_info attribute_options[] = {
    OPTIONS_OF_A_RUN,
    {"seed", "N", "The seed of all randomness.", false},
    {"replicate", "N", "Run every set with N seeds and tell what is larger than noise.", false},
    OPTIONS_OF_MANY_RUNS,
    {NULL, NULL, NULL, false},
};

static const struct option_info question_options[] = {
    OPTIONS_OF_A_RUN,
    {"knob", "K", "Over the range of this knob, where the question is of one.", false},
    {"metric", "METRIC", "Of this metric, called as in the report of run; a page has all of them.", false},
    {"seed", "N", "The seed of all randomness.", false},
    {"replicate", "N", "Make every run with N seeds, 2 to 40, and tell what is larger than noise.", false},
    OPTIONS_OF_MANY_RUNS,
    {NULL, NULL, NULL, false},
};

/* The same, and what the best setting is looked for by. */
static const struct option_info advise_options[] = {
    OPTIONS_OF_A_RUN,
    {"goal", "METRIC",
     "What is to be least (most, where more is better), by its key; without it carbon and what else matters.",
     false},
    {"limit", "METRIC<=VALUE",
     "Beside the scenario's own: at most, or METRIC>=VALUE: at least so much; in the unit of its key, or with one as 250ms.",
     true},
    {"vary", "K[=VALUES]",
     "A knob that may be chosen: its whole range, A..B, A:B:STEP or a,b,c; without it the levers of the scenario.",
     true},
    {"days", "N", "On N days of the trace, the first its own: every limit is to be kept on each.", false},
    {"seeds", "N", "With N seeds, 1 to 40: every limit is to be kept in each.", false},
    {"metric", "METRIC", "Of this goal alone, of those that are told without --goal.", false},
    {"seed", "N", "The seed of all randomness.", false},
    {"replicate", "N", "The same as --seeds.", false},
    OPTIONS_OF_MANY_RUNS,
    {NULL, NULL, NULL, false},
};

static const struct option_info doctor_options[] = {
    {"repair", NULL,
     "Make a damaged store whole: the library's own data anew, what else is lost by name. What it was stays beside it.",
     false},
    {"format", "text|json", "How to print it.", false},
    {NULL, NULL, NULL, false},
};

static const struct option_info sweep_options[] = {
    {"vary", "K=VALUES",
     "A knob and its values: A:B:STEP, of times with a step like 1d, or a,b,c (bars between values that hold commas).",
     true},
    {"set", "K=V", "Start every run with this value of a knob.", true},
    {"at", "TIME:K=V", "Turn a live knob at a time in every run.", true},
    {"policy", "LAYER[.POOL]=NAME", "Take this scheme, in one pool or in all.", true},
    {"seed", "N", "The first seed.", false},
    {"replicate", "N", "Run each configuration with the seeds N, N+1, ...", false},
    {"jobs", "N", "Threads; the results are the same for any number.", false},
    {"out", "PATH",
     "Write to this file: the points as CSV while they come, or at the end what --format asks for; with --shard, into this folder.",
     false},
    {"resume", NULL, "Go on with what a sweep that was killed left of --out FILE.", false},
    {"shard", "I/N", "Run only part I of N, for `wattif merge`; the store is not touched.", false},
    {"slurm", "FILE",
     "Write a script that submits the sweep as a Slurm job array, with the scenario beside it.", false},
    {"tasks", "N", "Tasks of --slurm; half a minute of work each where it is not given.", false},
    {"yes", NULL, "Do not ask, however long it takes.", false},
    {"format", "text|json|csv|html",
     "How to print it; csv is the file that --out writes, html a report for a browser that repeats itself.",
     false},
    {NULL, NULL, NULL, false},
};

static const struct option_info merge_options[] = {
    {"out", "FILE", "Write the whole sweep there, as CSV or as --format asks for.", false},
    {"format", "text|json|csv", "How to print it.", false},
    {NULL, NULL, NULL, false},
};

static const struct option_info reproduce_options[] = {
    {"set", "K=V", "Under another value of a knob; a claim that sets the knob itself is then untestable.",
     true},
    {"jobs", "N", "Threads; the results are the same for any number.", false},
    {"format", "text|json|csv", "How to print it.", false},
    {NULL, NULL, NULL, false},
};

static const struct option_info export_options[] = {
    {"out", "FILE", "Write to this file instead of stdout.", false},
    {"format", "csv|json|svg|html",
     "What to write; of a run also svg, its dashboard as a picture, and html, a report that repeats itself.",
     false},
    {NULL, NULL, NULL, false},
};

static const struct option_info import_options_table[] = {
    {"name", "N", "Name it so (a profile: its model); without it the file's name.", false},
    {"as", "FORMAT",
     "Read it as this format instead of recognising it by content; a table of a load also as rates or counts.",
     false},
    {"basis", "lca|direct", "Which column of a file that has both (lca); else what its figures are.", false},
    {"kind", "average|marginal|long-run", "What a trace's figures are, where its file does not say.", false},
    {"unit", "UNIT",
     "Of a table's intensities: g, kg, lb or t per kWh or MWh, as lb/MWh; else as its header says.", false},
    {"dates", "dmy|mdy", "What comes first in dates such as 6/1/2023, where the file does not tell.", false},
    {"use", "actual|forecast", "What stands for hours without an actual value (a gap).", false},
    {"column", "NAME", "Which column of a table holds the numbers; guessed otherwise.", false},
    {"zeros", "missing|zero", "What a rate of zero means (zero).", false},
    {"tokens", "RULE", "Batch of a token trace: context, generated or total, then /DIVISOR (total/256).",
     false},
    {"gpu", "G", "The GPU of a minimal profile.", false},
    {"model", "M", "The model of a minimal profile.", false},
    {"into", "SET", "The profile set of a profile; the default one otherwise.", false},
    {NULL, NULL, NULL, false},
};

#define VIEW_ROW(id, view, ...) "|" view
#define ASKED_ROW(id, view, ...) "|" view
static const char view_choices[] = "dashboard|presenter"
#include "tui/words/views.def"
    ;

static const struct option_info screen_options[] = {
    OPTIONS_OF_A_RUN,
    {"seed", "N", "The seed of all randomness.", false},
    {"cursor", "TIME", "Where the cursor stands: seconds, 1h30m or ISO-8601.", false},
    {"knob", "K", "The knob in focus: along whose range --view response and map look.", false},
    {"view", view_choices, "Which screen.", false},
    {"format", "text|ansi|svg|csv|json|html",
     "How to print it; csv and json: the rows that a view shows, without --view the curves and the report. "
     "html: the run, or with --view compare, contribution and frontier what they show, as a page that "
     "repeats it.",
     false},
    {NULL, NULL, NULL, false},
};

static const struct option_info lesson_options[] = {
    {"check", NULL,
     "Play the lessons named, or all, without a screen, and hold every word to what comes out.", false},
    {"replicate", "N", "With --check: the right answers hold in nine of ten of N seeds.", false},
    {"format", "text|json", "How to print what --check finds.", false},
    {NULL, NULL, NULL, false},
};

static const char advise_example[] =
    "wattif advise carbondis-set1 --goal carbon_g.total --limit 'violations<=50' --vary cit --vary policy.route --seeds 5";
static const char advise_details[] =
    "Every setting of the knobs that may be chosen, at most 64, is simulated; of those that keep every limit in each seed and on each day the best comes first, with its price, and the command that shows it. Where none does: the limit that is broken least, by how much, at which setting. Two limits that contradict each other are refused before anything is simulated. Metrics are called as in JSON (apps.job1.p95_ms), or as a sentence calls them (late).";

const struct command commands[] = {
    {.name = "run",
     .words = "SCENARIO",
     .summary = "simulate a scenario and report carbon, latency and energy",
     .details = "SCENARIO is a path (it has a / or ends in .json), a saved run, or a built-in scenario. The "
                "result is a "
                "pure function of the scenario, the edits and the seed. It may also be a report that "
                "--format html made (it ends in .html): then that is simulated which it carries, inputs and "
                "all, and a report of a comparison, a sweep or a contribution is repeated as such.",
     .example = "wattif run carbondis-set1 --policy route=highperf --set cit=0.9 --at 1h30m:cit=0.8",
     .options = run_options,
     .words_min = 1,
     .words_max = 1,
     .completes = "scenario",
     .run = command_run},
    {.name = "compare",
     .words = "RUN [RUN [RUN [RUN]]]",
     .summary = "two to four runs side by side, each against the first",
     .details =
         "A RUN alone is held against its reference, the run with nothing switched on. A RUN is what `run` "
         "takes: a saved run, a built-in scenario or a path. Options belong to the RUN "
         "before them, those before the first to all. A saved run is told from its recording; with "
         "--replicate every RUN is simulated with as many seeds, and differences are larger than the noise, "
         "within it, or identical, at 5 % over all rows together (Holm): seed by seed on the same requests, "
         "or, where only the seeds differ, mean against mean (Welch). In JSON these are real, noise and "
         "identical. Where the load, the length, the basis and kind of the grams, or the profile sets are not the same, that is said and nothing is judged.",
     .example = "wattif compare carbondis-set1 carbondis-set1 --policy route=dybatch --replicate 20",
     .options = compare_options,
     .words_min = 1,
     .words_max = 4,
     .completes = "scenario",
     .run = command_compare},
    {.name = "sweep",
     .words = "SCENARIO",
     .summary = "run a scenario over ranges of its knobs",
     .details =
         "Every combination of the values is a configuration, every seed of it a run; all configurations "
         "see the same requests. With --out FILE the file appears when it is whole, and --resume goes on "
         "with what was done. A sweep can be cut into shards that run anywhere, one by one, under GNU parallel or as a Slurm job array: `wattif merge` joins them to the same bytes.",
     .example =
         "wattif sweep carbondis-set1 --vary cit=.8:1.2:.05 --vary policy.route=carbondis,dybatch --replicate 5 --out cit.csv",
     .options = sweep_options,
     .words_min = 1,
     .words_max = 1,
     .completes = "scenario",
     .run = command_sweep},
    {.name = "attribute",
     .words = "SCENARIO",
     .summary = "what each layer is worth: alone, together, in which pairs",
     .details =
         "Every on/off set of the layers at work (configure, place, route, share, tune) serves the same "
         "requests. For carbon, the worst tail, accuracy, fairness and the hottest GPU each layer has its "
         "part (its Shapley share: all parts add up to the total), its effect alone and its effect last, and "
         "each "
         "pair helps or fights. Off means: configure base, place k8s, route least-loaded (level 2 at most), "
         "share "
         "tmux-tf, tune fixed; Clover keeps its queue. Sets that overload have no value and are told. A scenario with one layer at work is refused.",
     .example = "wattif attribute all-five --replicate 5",
     .options = attribute_options,
     .words_min = 1,
     .words_max = 1,
     .completes = "scenario",
     .run = command_attribute},
#define VIEW_ROW(id, view, name, group, keys, help, ops, shows)
#define OWN_ROW(id, view, name, group, keys, help, question, shows)
#define QUESTION_ROW(id, view, action, group, keys, help, question, shows)                                                                                 \
    {.name = view,                                                                                                                                         \
     .words = "SCENARIO",                                                                                                                                  \
     .summary = shows,                                                                                                                                     \
     .details =                                                                                                                                            \
         VIEW_##id == VIEW_ADVISE                                                                                                                          \
             ? advise_details                                                                                                                              \
             : "As the view of that name, which `wattif screen SCENARIO --view` draws: here the whole of it. In JSON every input is named with its hash.", \
     .example = VIEW_##id == VIEW_ADVISE ? advise_example : "wattif " view " all-five --replicate 5",                                                      \
     .options = VIEW_##id == VIEW_ADVISE ? advise_options : question_options,                                                                              \
     .words_min = 1,                                                                                                                                       \
     .words_max = 1,                                                                                                                                       \
     .completes = "scenario",                                                                                                                              \
     .run = command_question},
#include "tui/words/views.def"
    {.name = "merge",
     .words = "DIR",
     .summary = "join the shards of a sweep",
     .details =
         "The result is, byte for byte, what `wattif sweep --out` writes without --shard. Shards that are missing, doubled, cut off or of another sweep are named, and nothing is written.",
     .example = "wattif merge cit.shards --out cit.csv",
     .options = merge_options,
     .words_min = 1,
     .words_max = 1,
     .completes = "file",
     .run = command_merge},
    {.name = "list",
     .words =
         "scenarios|policies|knobs|traces|profiles|workloads|runs|themes|experiments|lessons|demos|terms",
     .summary = "what there is",
     .details = "",
     .example = "wattif list traces --format json",
     .options = format_options,
     .words_min = 1,
     .words_max = 1,
     .completes = "list",
     .run = command_list},
    {.name = "show",
     .words = "KIND NAME",
     .summary = "one scenario, trace, profile, workload, run, lesson, knob, policy or term",
     .details = "A scenario is printed as the JSON that `run` reads.",
     .example = "wattif show trace us-cal-ciso-2022-direct",
     .options = no_options,
     .words_min = 2,
     .words_max = 2,
     .completes = "kind",
     .run = command_show},
    {.name = "export",
     .words = "KIND NAME",
     .summary = "write a trace, profile, workload, scenario, run or lesson to a file",
     .details = "",
     .example = "wattif export run baseline --format html --out baseline.html",
     .options = export_options,
     .words_min = 2,
     .words_max = 2,
     .completes = "kind",
     .run = command_export},
    {.name = "import",
     .words = "KIND FILE",
     .summary = "add a trace, profile, workload, scenario or lesson to the library",
     .details =
         "All or nothing: faults are listed and the library stays as it was. An old name gets a new version. FILE may be -, the standard input.",
     .example = "wattif import trace de-2023.csv --basis lca --name de-2023-lca",
     .options = import_options_table,
     .words_min = 2,
     .words_max = 2,
     .completes = "kind",
     .run = command_import},
    {.name = "validate",
     .words = "FILE",
     .summary = "list every fault of a scenario, trace, workload, profile, theme, lesson or demo",
     .details = "Exits 1 when there are faults.",
     .example = "wattif validate my-scenario.json",
     .options = no_options,
     .words_min = 1,
     .words_max = 1,
     .completes = "file",
     .run = command_validate},
    {.name = "calc",
     .words = "[NAME KEY=VALUE...]",
     .summary = "the papers' formulas as a pocket calculator",
     .details = "Without a name it lists the formulas; `wattif calc NAME --help` explains one.",
     .example = "wattif calc energy latency_ms=18 power_w=81.64",
     .options = calc_options,
     .words_min = 0,
     .words_max = -1,
     .help_takes_words = true,
     .completes = "formula",
     .run = command_calc},
    {.name = "reproduce",
     .words = "[ID...]",
     .summary = "published claims: expected beside obtained",
     .details = "Takes expectation ids or prefixes (CD, CD-1); without one, all of them.",
     .example = "wattif reproduce CD --format json",
     .options = reproduce_options,
     .words_min = 0,
     .words_max = -1,
     .completes = "experiment",
     .run = command_reproduce},
    {.name = "screen",
     .words = "SCENARIO|RUN|SWEEP.csv [RUN]...",
     .summary = "one frame of the dashboard or of one of its views, without a terminal",
     .details =
         "Prints exactly ROWS lines. With --view compare up to four runs lie side by side. A file of "
         "`wattif sweep` shows its points with --view frontier or map, the effect of each range with "
         "--view tornado, and a sweep over start or trace as a calendar or a ranking with --view atlas.",
     .example = "wattif screen carbondis-set1 --size 120x40 --cursor 2h",
     .options = screen_options,
     .words_min = 1,
     .words_max = 4,
     .completes = "scenario",
     .run = command_screen},
    {.name = "lesson",
     .words = "[NAME]...",
     .summary = "a guided tour that moves the real knobs",
     .details =
         "Without a name the list of lessons. A lesson opens its scenario on the dashboard and stands beside "
         "it: it asks what will happen before it shows, points at the knob, and sees when a task is done. "
         "NAME is also a path. With --check each lesson is played to its end as a student would, and every number and answer in it is held to what comes out; exits 1 where one is not true.",
     .example = "wattif lesson same-joule",
     .options = lesson_options,
     .words_min = 0,
     .words_max = -1,
     .completes = "lesson",
     .run = command_lesson},
    {.name = "doctor",
     .words = "",
     .summary = "check terminal, locale, library, and the store for damage",
     .details = "Every hash, seal and reference in the store is checked, and what is damaged is named.",
     .example = "wattif doctor",
     .options = doctor_options,
     .words_min = 0,
     .words_max = 0,
     .completes = "",
     .run = command_doctor},
    {.name = "backup",
     .words = "FILE",
     .summary = "copy the store, runs and all, into a file",
     .details =
         "The copy is the store of one instant, whoever else is using it; --db FILE opens it. It appears complete or not at all. A FILE that is a symbolic link stays one: what it names is written.",
     .example = "wattif backup wattif-backup.db",
     .options = no_options,
     .words_min = 1,
     .words_max = 1,
     .completes = "file",
     .run = command_backup},
    {.name = "help",
     .words = "[COMMAND|man|bash|zsh|fish]",
     .summary = "help, the man page, or a shell's completions",
     .details = "man prints the manual page as roff, bash, zsh and fish a completion script.",
     .example = "wattif help bash > ~/.local/share/bash-completion/completions/wattif",
     .options = no_options,
     .words_min = 0,
     .words_max = 1,
     .completes = "help",
     .run = command_help},
    {.name = NULL},
};

const struct command *command_find(const char *name)
{
    for (const struct command *command = commands; command->name; command++)
        if (strcmp(command->name, name) == 0)
            return command;
    return NULL;
}
