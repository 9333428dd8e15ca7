/* Where a pod stands, as a knob: a GPU, or an entry of its `mig`. What was never said is `any`, the placer's
 * choice. */
#include "engine/model/knob_kind.h"

#include "engine/base/text.h"
#include "engine/model/pods.h"

#include <stdlib.h>
#include <string.h>

static bool is_any(const struct knob_value *value)
{
    return strcmp(value->text, knob_infos[KNOB_POD].none) == 0;
}

static struct pod_pin *find(const struct scenario *scenario, struct knob_ref ref)
{
    int app, number;
    pods_find(scenario, ref.target, &app, &number);
    for (int k = 0; k < scenario->n_pins; k++)
        if (scenario->pins[k].app == app && scenario->pins[k].number == number)
            return &scenario->pins[k];
    return NULL;
}

static bool check_pod(const struct scenario *scenario, struct knob_ref ref, const char *name,
                      const struct knob_value *value, struct error *error)
{
    struct error inner = {0};
    struct pod_spot spot;
    if (is_any(value) || (strlen(value->text) < sizeof scenario->pins->spot &&
                          pods_parse_spot(scenario, ref.target, value->text, &spot, &inner)))
        return true;
    return error_set(error, ERROR_INPUT, NULL, "%s: %s", name,
                     inner.message[0] ? inner.message : "the name of a GPU is not as long");
}

static void get_pod(const struct scenario *scenario, struct knob_ref ref, struct knob_value *value)
{
    const struct pod_pin *pin = find(scenario, ref);
    text_copy(value->text, sizeof value->text, pin ? pin->spot : knob_infos[KNOB_POD].none);
}

static bool set_pod(struct scenario *scenario, struct knob_ref ref, const struct knob_value *value,
                    struct error *error)
{
    struct pod_pin *pin = find(scenario, ref);
    if (pin && is_any(value)) {
        *pin = scenario->pins[--scenario->n_pins];
        return true;
    }
    if (!pin && !is_any(value)) {
        struct pod_pin *pins = realloc(scenario->pins, ((size_t)scenario->n_pins + 1) * sizeof *pins);
        if (!pins)
            return error_set(error, ERROR_SYSTEM, NULL, "out of memory for where a pod begins");
        scenario->pins = pins;
        pin = &pins[scenario->n_pins++];
        *pin = (struct pod_pin){0};
        pods_find(scenario, ref.target, &pin->app, &pin->number);
    }
    if (pin)
        text_copy(pin->spot, sizeof pin->spot, value->text);
    return true;
}

static bool pod_is_said(const struct scenario *scenario, struct knob_ref ref)
{
    return find(scenario, ref) != NULL;
}

static bool check_pod_edit(const struct scenario *scenario, const struct edit *edit, const char *name,
                           struct error *error)
{
    (void)scenario;
    return !is_any(&edit->value) ||
           error_set(
               error, ERROR_INPUT, NULL,
               "%s: in mid-run a pod goes to a GPU that is named; 'any' says where it begins: from the start, %s=any",
               name, name);
}

const struct knob_kind knob_pod = {.parse = knob_parse_name,
                                   .format = knob_format_name,
                                   .check = check_pod,
                                   .get = get_pod,
                                   .set = set_pod,
                                   .is_said = pod_is_said,
                                   .check_edit = check_pod_edit};
