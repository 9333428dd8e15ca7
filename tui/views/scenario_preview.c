/* Apps take the rows that the rest leaves. */
#include "tui/views/scenario_preview.h"

#include "engine/base/civil.h"
#include "engine/base/text.h"
#include "engine/base/units.h"
#include "tui/widgets/parts.h"
#include "tui/words/facts.h"
#include "tui/words/format.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { EDITS_SHOWN = 4, GPU_TYPES_SHOWN = 6, TALL = 24 };

/* "all", or how many of how many: "100 000 requests", "24 h". */
static void describe_load(const struct scenario *scenario, char *out, size_t size)
{
    int64_t requests = 0;
    bool open_ended = false;
    char count[FORMAT_SIZE], length[32];
    for (int a = 0; a < scenario->n_apps; a++) {
        requests += scenario->apps[a].requests;
        open_ended |= scenario->apps[a].requests == 0;
    }
    if (!isnan(scenario->hours))
        duration_format(scenario->hours * 3600, length, sizeof length);
    if (isnan(scenario->hours))
        snprintf(out, size, "%s requests, until all are served", format_count(count, requests));
    else if (open_ended)
        snprintf(out, size, "%s of requests", length);
    else
        snprintf(out, size, "%s requests within %s", format_count(count, requests), length);
}

/* "5× P4, 1× A100-40GB" */
static void describe_fleet(const struct fleet *fleet, char *out, size_t size)
{
    out[0] = 0;
    for (int first = 0, shown = 0; first < fleet->n_gpus && shown < GPU_TYPES_SHOWN; first++) {
        int n = 0;
        bool seen = false;
        for (int g = 0; g < fleet->n_gpus; g++) {
            bool same = strcmp(fleet->gpus[g].type, fleet->gpus[first].type) == 0;
            n += same;
            seen |= same && g < first;
        }
        if (seen)
            continue;
        size_t used = strlen(out);
        text_print(out + used, size - used, "%s%d× %s", shown++ ? ", " : "", n, fleet->gpus[first].type);
    }
}

static void put_fleets(struct lines *lines, const struct scenario *scenario)
{
    char gpus[200];
    for (int f = 0; f < scenario->n_fleets; f++) {
        const struct fleet *fleet = &scenario->fleets[f];
        const char *label = f > 0 ? "" : scenario->n_fleets > 1 ? "fleets" : "fleet";
        describe_fleet(fleet, gpus, sizeof gpus);
        if (scenario->n_fleets == 1)
            lines_fact(lines, label, 2, gpus);
        else
            lines_factf(lines, label, "%s: %s%s", fleet->name, gpus, f == scenario->fleet ? " (in use)" : "");
    }
}

/* One row an app: name, model, requests and SLO in columns. */
static void put_app(struct lines *lines, const struct app *app)
{
    struct rect at = lines->rect;
    char name[FORMAT_SIZE], model[FORMAT_SIZE], count[FORMAT_SIZE], slo[48] = "no SLO",
                                                                    load[FORMAT_SIZE] = "";
    int x = at.x + 2, y = at.y + lines->y, end = at.x + at.w, right = end - 20;
    if (app->slo_base)
        snprintf(slo, sizeof slo, "p%.0f of BASE", app->percentile);
    else if (!isnan(app->slo_ms))
        snprintf(slo, sizeof slo, app->slo_ms < 9999.5 ? "p%.0f %.0f ms" : "p%.0f %.1f s", app->percentile,
                 app->slo_ms < 9999.5 ? app->slo_ms : app->slo_ms / 1000);
    if (app->requests > 0)
        snprintf(load, sizeof load, "%s", format_count(count, app->requests));
    lines_put(lines, popup_style(ROLE_TEXT), "");
    if (at.w < 30)
        right = end;
    part_span(lines->canvas, &x, right, y, popup_bold(ROLE_TITLE), format_app(name, app->name));
    x += 2;
    part_span(lines->canvas, &x, right - 1, y, popup_style(ROLE_TEXT),
              format_short_name(model, app->model, right - 1 - x > 0 ? right - 1 - x : 0));
    if (at.w < 30)
        return;
    canvas_text_right(lines->canvas, end - 12, y, 8, popup_style(ROLE_TEXT), load);
    canvas_text_right(lines->canvas, end, y, 11, popup_style(ROLE_DIM), slo);
}

/* The apps in full where there is room for them and what follows, else in one line. */
static void put_apps(struct lines *lines, const struct scenario *scenario, int rows_after)
{
    char label[128], total[96];
    describe_load(scenario, total, sizeof total);
    snprintf(label, sizeof label, "%d app%s, %s", scenario->n_apps, scenario->n_apps == 1 ? "" : "s", total);
    lines_fact(lines, "runs", 2, label);
    int room = lines_left(lines) - rows_after;
    if (room < 3 && room < scenario->n_apps)
        return;
    for (int a = 0; a < scenario->n_apps && room > 0; a++, room--) {
        if (room == 1 && a < scenario->n_apps - 1) {
            snprintf(label, sizeof label, "  and %d more", scenario->n_apps - a);
            lines_put(lines, popup_style(ROLE_DIM), label);
            return;
        }
        put_app(lines, &scenario->apps[a]);
    }
}

static void put_trace(struct lines *lines, const struct scenario *scenario, const struct carbon_trace *trace)
{
    char facts[160], date[FORMAT_SIZE], clock[FORMAT_SIZE], zone[FORMAT_SIZE], utc[24];
    if (!trace) {
        lines_factf(lines, "grid", "%s, which is not in the library: it cannot run", scenario->trace);
        return;
    }
    int32_t offset_s = carbon_trace_offset(trace, scenario->start_s);
    trace_facts(trace, facts, sizeof facts);
    lines_factf(lines, "grid", "%s: %s", trace->title, facts);
    civil_format(scenario->start_s, utc, sizeof utc);
    lines_factf(lines, "start", lines->rect.w < 50 ? "%s %s %s" : "%s %s %s (%s)",
                format_date(date, scenario->start_s, offset_s),
                format_clock(clock, scenario->start_s, offset_s, false), format_zone(zone, offset_s), utc);
}

static void put_edits(struct lines *lines, const struct scenario *scenario)
{
    char name[96], value[64], at[32];
    for (int i = 0; i < scenario->n_edits && i < EDITS_SHOWN; i++) {
        const struct edit *edit = &scenario->edits[i];
        knob_name(scenario, edit->knob, name, sizeof name);
        knob_format(edit->knob, &edit->value, value, sizeof value);
        duration_format(ns_to_s(edit->t_ns), at, sizeof at);
        lines_factf(lines, i ? "" : "edits", "◆ %s %s after %s", name, value, at);
    }
    if (scenario->n_edits > EDITS_SHOWN)
        lines_factf(lines, "", "and %d more", scenario->n_edits - EDITS_SHOWN);
}

/* A line a pool: the scheme that it is about. */
static void put_pools(struct lines *lines, const struct scenario *scenario)
{
    for (int pool = 0; pool < scenario->n_pools; pool++) {
        enum layer layer = (enum layer)scenario_pool_subject(scenario, pool).layer;
        const struct policy_info *scheme = &policy_infos[scenario_pool_policy(scenario, pool, layer)];
        lines_factf(lines, scenario_pool_name(scenario, pool), lines->rect.h < TALL ? "%s" : "%s: %s",
                    scheme->title, scheme->help);
    }
}

/* Schemes that say something: those of layers where the scenario chose other than the first. */
static void put_policies(struct lines *lines, const struct scenario *scenario)
{
    put_pools(lines, scenario);
    for (int layer = 0; layer < LAYER_COUNT && scenario->n_pools == 0; layer++) {
        int policy = scenario->policy[layer], first = 0;
        while (first < POLICY_COUNT && policy_infos[first].layer != (enum layer)layer)
            first++;
        if (layer != LAYER_ROUTE && policy == first)
            continue;
        lines_factf(lines, layer == LAYER_CONFIGURE ? "config" : layer_names[layer],
                    lines->rect.h < TALL ? "%s" : "%s: %s", policy_infos[policy].title,
                    policy_infos[policy].help);
    }
}

void scenario_preview(struct lines *lines, const struct scenario *scenario, const struct carbon_trace *trace)
{
    lines_gap(lines);
    put_apps(lines, scenario, scenario->n_fleets + (scenario->n_edits > 0) + (lines->rect.h < TALL ? 6 : 12));
    put_fleets(lines, scenario);
    put_policies(lines, scenario);
    put_trace(lines, scenario, trace);
    put_edits(lines, scenario);
    lines_fact(lines, "source", 3, scenario->source);
    lines_gap(lines);
    lines_wrap(lines, popup_style(ROLE_DIM), scenario->notes);
}
