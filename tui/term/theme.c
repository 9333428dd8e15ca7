/* Theme documents. `colors` maps a role's key to one colour, or to a list of up to four: direct, 256, 16,
 * mono. A colour is
 * "#rrggbb", a name, 0 to 15 or "default", a palette number 0 to 255 in the second place, followed by
 * attributes ("15 bold", "default reverse"). What a list leaves out is derived: the nearest 256 and 16
 * colours, the built-in mono attributes. Roles that a document does not name keep the built-in colour. */
#include "tui/term/theme.h"

#include "engine/base/text.h"
#include "engine/base/glyph.h"
#include "store/json/json.h"
#include "tui/term/display.h"

#include <cjson/cJSON.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DIRECT, PALETTE, NAMED, MONO };

#define ROLE_ROW(id, key, mono, direct, palette, named, named_attrs, help) key,
static const char *const role_keys[ROLE_COUNT] = {
#include "tui/term/roles.def"
};
#undef ROLE_ROW

static const struct {
    const char *name;
    enum cell_attr attr;
} attr_names[] = {
    {"bold", ATTR_BOLD}, {"reverse", ATTR_REVERSE}, {"underline", ATTR_UNDERLINE}, {"dim", ATTR_DIM}};

void theme_builtin(struct theme *theme)
{
#define ROLE_ROW(id, key, mono, direct, palette, named, named_attrs, help)                                   \
    {{direct, 0}, {palette, 0}, {named, named_attrs}, {THEME_DEFAULT_COLOR, mono}},
    static const struct theme_color table[ROLE_COUNT][THEME_DEPTHS] = {
#include "tui/term/roles.def"
    };
#undef ROLE_ROW
    *theme = (struct theme){.name = "default", .title = "Blue and orange on dark", .richest = COLOR_DIRECT};
    for (int depth = 0; depth < THEME_DEPTHS; depth++)
        for (int role = 0; role < ROLE_COUNT; role++)
            theme->colors[depth][role] = table[role][depth];
}

static bool parse_attr(const char *word, uint8_t *attrs)
{
    for (size_t i = 0; i < sizeof attr_names / sizeof *attr_names; i++)
        if (strcmp(word, attr_names[i].name) == 0) {
            *attrs = (uint8_t)(*attrs | attr_names[i].attr);
            return true;
        }
    return false;
}

/* A colour already known as rgb (and palette index, if named) as one depth needs it. */
static int32_t color_for_depth(int32_t rgb, int index, int depth)
{
    if (rgb < 0 || depth == MONO)
        return THEME_DEFAULT_COLOR;
    if (depth == DIRECT)
        return rgb;
    if (index >= 0)
        return index;
    return depth == PALETTE ? color_nearest_256(rgb) : color_nearest_16(rgb);
}

/* "15 bold" -> rgb, index, attributes. In place `depth` PALETTE a number up to 255 is a palette entry. */
static bool parse_spec(const cJSON *item, int depth, int32_t *rgb, int *index, uint8_t *attrs)
{
    char text[64];
    if (cJSON_IsNumber(item))
        snprintf(text, sizeof text, "%d", item->valueint);
    else if (cJSON_IsString(item) && strlen(item->valuestring) < sizeof text)
        snprintf(text, sizeof text, "%s", item->valuestring);
    else
        return false;
    char *save = NULL, *word = strtok_r(text, " ", &save);
    *rgb = *index = -1;
    *attrs = 0;
    bool first = true;
    for (; word; word = strtok_r(NULL, " ", &save), first = false) {
        char *end;
        long number = strtol(word, &end, 10);
        if (first && depth == PALETTE && *end == 0 && number >= 0 && number <= 255) {
            *index = (int)number;
            *rgb = color_of_palette(*index);
        } else if (!(first && color_parse(word, rgb, index)) && !parse_attr(word, attrs)) {
            return false;
        }
    }
    return true;
}

static void parse_role(struct theme *theme, int role, const cJSON *value, const char *place,
                       struct faults *faults)
{
    int32_t rgb = -1;
    int index = -1;
    uint8_t attrs = 0;
    bool list = cJSON_IsArray(value);
    int given = list ? cJSON_GetArraySize(value) : 1;
    if (given < 1 || given > THEME_DEPTHS) {
        faults_add(faults, place, "a list of colours holds 1 to 4: direct, 256, 16, mono");
        return;
    }
    for (int depth = 0; depth < THEME_DEPTHS; depth++) {
        if (depth < given) {
            const cJSON *item = list ? cJSON_GetArrayItem(value, depth) : value;
            if (!parse_spec(item, depth, &rgb, &index, &attrs)) {
                faults_add(
                    faults, place,
                    "no colour: write #rrggbb, a name like bright-blue, 0 to 15 or default, then bold, reverse, underline or dim");
                return;
            }
        } else if (depth == MONO) {
            break; /* the built-in attributes stay */
        }
        theme->colors[depth][role] = (struct theme_color){color_for_depth(rgb, index, depth), attrs};
        if (depth == PALETTE && index >= 16)
            index = -1; /* the 16 colours below are derived from its rgb */
    }
}

static void parse_colors(struct theme *theme, const cJSON *colors, struct faults *faults)
{
    const cJSON *value;
    cJSON_ArrayForEach(value, colors)
    {
        char place[200];
        snprintf(place, sizeof place, "/colors/%s", value->string);
        int role = display_find_name(role_keys, ROLE_COUNT, value->string);
        if (role < 0)
            faults_add(faults, place, "no such role; the keys are those of themes/default.json");
        else
            parse_role(theme, role, value, place, faults);
    }
}

bool theme_parse(struct theme *theme, const char *text, size_t n, const char *name, struct faults *faults)
{
    size_t before = faults->count;
    struct error error = {0};
    theme_builtin(theme);
    cJSON *json = json_parse(text, n, name, &error);
    if (!json) {
        faults_add_error(faults, error.place, &error);
        return false;
    }
    if (!cJSON_IsObject(json))
        faults_add(faults, "", "a theme is a JSON object");
    else if (!cJSON_GetObjectItemCaseSensitive(json, "format"))
        faults_add(faults, "", "\"format\": 1 is missing");
    else {
        static const char *const known[] = {"format", "name", "title", "depth", "colors"};
        const cJSON *item;
        cJSON_ArrayForEach(item, json)
        {
            char place[200];
            snprintf(place, sizeof place, "/%s", item->string);
            int key = display_find_name(known, 5, item->string);
            if (key < 0)
                faults_add(faults, place, "unknown key; a theme has format, name, title, depth and colors");
            else if (key == 0 && !(cJSON_IsNumber(item) && item->valuedouble == 1))
                faults_add(faults, place, "this version reads format 1 only");
            else if ((key == 1 || key == 2) && !cJSON_IsString(item))
                faults_add(faults, place, "must be text");
            else if ((key == 1 || key == 2) && name_fault(item->valuestring))
                faults_add(faults, place, "%s", name_fault(item->valuestring));
            else if (key == 3 &&
                     !(cJSON_IsString(item) &&
                       display_find_name(color_mode_names, COLOR_MODE_COUNT, item->valuestring) > 0))
                faults_add(faults, place, "must be direct, 256, 16 or never");
            else if (key == 4 && !cJSON_IsObject(item))
                faults_add(faults, place, "must be an object of role and colour");
            else if (key == 1)
                text_print(theme->name, sizeof theme->name, "%s", item->valuestring);
            else if (key == 2)
                text_print(theme->title, sizeof theme->title, "%s", item->valuestring);
            else if (key == 3)
                theme->richest =
                    (enum color_mode)display_find_name(color_mode_names, COLOR_MODE_COUNT, item->valuestring);
            else if (key == 4)
                parse_colors(theme, item, faults);
        }
    }
    json_free(json);
    for (size_t i = before; i < faults->count && i < FAULTS_KEPT; i++) {
        char place[ERROR_PLACE], *pointer = faults->kept[i].place;
        memcpy(pointer, json_place_in_text(place, name, text, n, pointer), sizeof place);
    }
    return faults->count == before;
}

static bool load_file(struct theme *theme, const char *path, struct error *error)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return error_set(error, ERROR_INPUT, path,
                         "cannot be opened; `wattif list themes` shows what there is");
    static const size_t limit = 1 << 20;
    char *text = malloc(limit);
    size_t n = text ? fread(text, 1, limit, file) : 0;
    fclose(file);
    struct faults *faults = calloc(1, sizeof *faults);
    bool ok = text && faults && n < limit && theme_parse(theme, text, n, path, faults);
    if (!text || !faults)
        error_set(error, ERROR_SYSTEM, path, "out of memory");
    else if (n == limit)
        error_set(error, ERROR_INPUT, path, "is too big for a theme (1 MiB)");
    else if (!ok && faults->failure.kind)
        error_set(error, faults->failure.kind, path, "%s", faults->failure.message);
    else if (!ok)
        error_set(error, ERROR_INPUT, faults->kept[0].place, "%s%s", faults->kept[0].message,
                  faults->count > 1 ? " (and more; `wattif validate` lists all)" : "");
    free(faults);
    free(text);
    return ok;
}

/* The folders to look in, the user's first. Returns false where there is none of that kind. */
static bool theme_folder(int which, const char *data_dir, char *out, size_t size)
{
    if (which == 1) {
        snprintf(out, size, "%s/themes", data_dir ? data_dir : ".");
        return true;
    }
    const char *config = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
    if (config && *config)
        snprintf(out, size, "%s/wattif/themes", config);
    else if (home && *home)
        snprintf(out, size, "%s/.config/wattif/themes", home);
    else
        return false;
    return true;
}

bool theme_find(const char *data_dir, const char *name, char *path, size_t size, bool *shipped)
{
    char folder[3000];
    for (int which = 0; which < 2; which++) {
        if (!theme_folder(which, data_dir, folder, sizeof folder))
            continue;
        snprintf(path, size, "%s/%s.json", folder, name);
        FILE *file = fopen(path, "rb");
        if (!file)
            continue;
        fclose(file);
        *shipped = which == 1;
        return true;
    }
    return false;
}

bool theme_load(struct theme *theme, const char *data_dir, const char *name, struct error *error)
{
    char path[4000];
    bool shipped;
    if (strchr(name, '/'))
        return load_file(theme, name, error);
    if (theme_find(data_dir, name, path, sizeof path, &shipped))
        return load_file(theme, path, error);
    theme_builtin(theme);
    if (strcmp(name, "default") == 0)
        return true;
    return error_set(error, ERROR_INPUT, "--theme", "no theme '%s'; `wattif list themes` shows what there is",
                     name);
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(a, b);
}

static int add_name(char (*names)[32], int n, int max, const char *name, size_t length)
{
    if (n == max || length == 0 || length > 31)
        return n;
    for (int i = 0; i < n; i++)
        if (strlen(names[i]) == length && memcmp(names[i], name, length) == 0)
            return n;
    memcpy(names[n], name, length);
    names[n][length] = 0;
    return n + 1;
}

int theme_list(const char *data_dir, char (*names)[32], int max)
{
    int n = add_name(names, 0, max, "default", 7);
    for (int which = 0; which < 2; which++) {
        char folder[3000];
        DIR *dir = theme_folder(which, data_dir, folder, sizeof folder) ? opendir(folder) : NULL;
        if (!dir)
            continue;
        for (const struct dirent *entry = readdir(dir); entry; entry = readdir(dir)) {
            size_t length = strlen(entry->d_name);
            if (length > 5 && strcmp(entry->d_name + length - 5, ".json") == 0)
                n = add_name(names, n, max, entry->d_name, length - 5);
        }
        closedir(dir);
    }
    qsort(names, (size_t)n, sizeof *names, compare_names);
    return n;
}

/* --- paint --- */

/* From a cell to a paint: what the theme says about its two roles at one depth. A background role that
 * carries `reverse` is shown by swapping: in mono that is all there is to a tag or a bar. Mixing (the
 * cursor's column, what a popup is in front of) happens only where colours are known as RGB; below that the
 * glyphs must do. Of 256 the colour nearest to a mixture is another series' or none's: there the curves of
 * series, which must have the colours of their digits, do not step back when they are out of focus. */

enum { FAINT_PERCENT = 28, COLUMN_PERCENT = 45, BEHIND_PERCENT = 58 };

enum color_mode theme_depth(const struct theme *theme, enum color_mode depth)
{
    if (depth == COLOR_AUTO)
        depth = COLOR_DIRECT;
    return depth < theme->richest ? theme->richest : depth;
}

/* Mixes two colours of one depth; unknown (default) colours stay as they are. */
static int32_t mix_at(enum color_mode depth, int32_t color, int32_t towards, int percent)
{
    if (color < 0 || towards < 0 || depth > COLOR_256)
        return color;
    if (depth == COLOR_DIRECT)
        return color_mix(color, towards, percent);
    return color_nearest_256(color_mix(color_of_palette(color), color_of_palette(towards), percent));
}

static bool is_filled(uint32_t glyph)
{
    return (glyph >= 0x2581 && glyph <= 0x2593) || glyph == '#' || glyph == ':';
}

static bool is_area(uint8_t role)
{
    return (role >= ROLE_ACTIVE && role <= ROLE_BUSY) || (role >= ROLE_APP1 && role <= ROLE_APP5);
}

/* The cell under the cursor: a lighter ground, and lighter fill where a bar or an area crosses it. Where that
 * can only be shown by swapping, areas pass before it, and what is drawn on them: swapped, what is below an
 * edge would be above it, and a curve on an area would be a hole in that. */
static void paint_column(const struct theme *theme, enum color_mode depth, const struct cell *cell,
                         struct paint *paint)
{
    const struct theme_color *table = theme->colors[depth - COLOR_DIRECT];
    if (table[ROLE_CURSOR_COLUMN].attrs & ATTR_REVERSE) {
        bool area = is_filled(cell->glyph) || is_area(cell->bg);
        paint->attrs |= area ? 0 : ATTR_REVERSE;
        return;
    }
    bool plain = cell->bg == ROLE_BACKGROUND;
    if (is_filled(cell->glyph) && cell->fg != ROLE_BAD)
        paint->fg = mix_at(depth, paint->fg, table[ROLE_CURSOR].color, COLUMN_PERCENT);
    if (plain)
        paint->bg = table[ROLE_CURSOR_COLUMN].color;
    else
        paint->bg = mix_at(depth, paint->bg, table[ROLE_CURSOR].color, COLUMN_PERCENT);
}

/* Dots on what is shown as solid where there are no colours. */
static bool is_on_solid(const struct cell *cell)
{
    bool dots = cell->glyph >= 0x2800 && cell->glyph <= 0x28FF;
    return dots && is_area(cell->bg) && role_shade((enum role)cell->bg) == 0x2588;
}

struct paint theme_paint(const struct theme *theme, enum color_mode depth, const struct cell *cell)
{
    depth = theme_depth(theme, depth);
    const struct theme_color *table = theme->colors[depth - COLOR_DIRECT];
    /* Of 16 colours several steps of the ramp share one: they differ by their bars, as without colours. */
    bool barred = depth == COLOR_16 && cell->bg >= ROLE_RAMP1 && cell->bg <= ROLE_RAMP7;
    struct theme_color fg = table[cell->fg], bg = table[barred ? ROLE_BACKGROUND : cell->bg];
    struct paint paint = {fg.color, bg.color, (uint8_t)(cell->attrs & 0x0F)};
    paint.attrs |= fg.attrs & (ATTR_BOLD | ATTR_UNDERLINE | ATTR_DIM);
    if (bg.attrs & ATTR_REVERSE) {
        paint.attrs ^= ATTR_REVERSE;
        if (bg.color >= 0)
            paint.fg = bg.color;
        else if (depth == COLOR_16)
            paint.fg = table[ROLE_TEXT].color; /* one ground for the whole row, whatever its texts' colours */
        paint.bg = table[ROLE_BACKGROUND].color;
        paint.attrs |= bg.attrs & ATTR_BOLD;
    }
    if (depth == COLOR_NEVER && is_on_solid(cell))
        paint.attrs ^= ATTR_REVERSE;
    bool series = cell->fg >= ROLE_APP1 && cell->fg <= ROLE_APP5;
    if (cell->attrs & ATTR_FAINT && (depth == COLOR_DIRECT || !series))
        paint.fg = mix_at(depth, paint.fg, table[ROLE_BACKGROUND].color, FAINT_PERCENT);
    if (cell->attrs & ATTR_COLUMN)
        paint_column(theme, depth, cell, &paint);
    if (cell->attrs & ATTR_BEHIND) {
        int32_t background = table[ROLE_BACKGROUND].color;
        paint.fg = mix_at(depth, paint.fg, background, BEHIND_PERCENT);
        paint.bg = mix_at(depth, paint.bg, background, BEHIND_PERCENT);
        paint.attrs = (uint8_t)((paint.attrs & ~ATTR_BOLD) | (depth > COLOR_256 ? ATTR_DIM : 0));
    }
    return paint;
}
