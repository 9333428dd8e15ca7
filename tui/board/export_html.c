/* What the report is of is taken from the scene, so that its sentence and its curves are those of the screen.
 */
#include "tui/board/export_html.h"

#include "engine/base/text.h"
#include "store/json/summary_json.h"
#include "tui/report/report_page.h"

#include <stdlib.h>
#include <string.h>

/* What the page says, while it is written. */
struct telling {
    struct report report;
    struct report_page page;
    struct headline headline;
    struct scenario known;
    bool is_known;
    char title[160], name[96];
};

static bool take_seeds(struct telling *telling, const struct export_seeds *seeds)
{
    telling->report.replicates = seeds->of.sweep->replicates;
    telling->page.sweep = &seeds->of;
    report_set_result(&telling->report, seeds->json);
    return true;
}

static bool take_result(struct telling *telling, const struct scene *scene)
{
    struct json_writer writer = {0};
    summary_to_json(&writer, NULL, scene->now->result->model, &scene->now->total);
    char *json = json_writer_take(&writer);
    if (json)
        report_set_result(&telling->report, json);
    free(json);
    return json != NULL;
}

static void take_run(struct telling *telling, const struct scene_run *run, const char *name)
{
    telling->page.runs[telling->page.n_runs++] = (struct page_run){.name = name,
                                                                   .scenario = &run->result->model->scenario,
                                                                   .view = result_view(run->result),
                                                                   .total = &run->total};
}

/* False: no memory. */
static bool take_words(struct telling *telling, const struct scene *scene, struct store *store)
{
    const struct scenario *scenario = &scene->explorer->document.scenario;
    struct error error = {0};
    struct report_page *page = &telling->page;
    scene_headline(scene, 0, &telling->headline);
    scenario_title(scenario, telling->name, sizeof telling->name);
    text_copy(telling->title, sizeof telling->title, *scenario->title ? scenario->title : scenario->name);
    telling->is_known = store_load_scenario(store, scenario->name, &telling->known, &error);
    page->report = &telling->report;
    page->title = telling->title;
    page->headline = telling->headline.text;
    page->warning = *scene->warning ? scene->warning : NULL;
    page->known = telling->is_known ? &telling->known : NULL;
    take_run(telling, scene->now, telling->name);
    if (scene->compared && scene->reference->result && scene->reference->result != scene->now->result &&
        recording_finished(scene->reference->result->recording))
        take_run(telling, scene->reference, scene_reference_word(scene));
    return !error_is_no_memory(&error) && !telling->headline.lacked;
}

bool export_html(const struct scene *scene, const struct export_seeds *seeds, struct store *store, FILE *out)
{
    struct telling *telling = calloc(1, sizeof *telling);
    const struct scenario *scenario = &scene->explorer->document.scenario;
    struct error ignored = {0};
    if (!telling)
        return false;
    bool good = report_add_run(&telling->report, store, scenario->name, scenario, &ignored) &&
                (seeds ? take_seeds(telling, seeds) : take_result(telling, scene));
    good = good && take_words(telling, scene, store) && report_page_print(&telling->page, out);
    report_free(&telling->report);
    if (telling->is_known)
        scenario_free(&telling->known);
    free(telling);
    return good;
}
