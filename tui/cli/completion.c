/* Completion scripts for bash, zsh and fish, from the tables. Names that live in the store (scenarios, runs)
 * are asked of wattif itself at the moment of completion. zsh runs the bash script through its own
 * bashcompinit. */
#include "tui/cli/help.h"

#include "engine/answers/metric.h"
#include "engine/model/knob.h"
#include "engine/base/text.h"
#include "engine/model/policy_table.h"
#include "store/import/import.h"

#include <stdio.h>
#include <string.h>

/* Names that a shell would have to quote are left to be typed. */
static const char names_of[] = "wattif list %s --format csv --quiet 2>/dev/null | tail -n +2 | cut -d, -f1 | "
                               "grep -xE \"[[:alnum:]_.@+-]+\"";

static void print_names(FILE *file, const char *plural)
{
    fputs("$(", file);
    fprintf(file, names_of, plural);
    fputc(')', file);
}

/* What words, and values of options, are completed with: words of their own, and lists of wattif. */
struct completion_source {
    const char *words;
    const char *lists[3]; /* "scenarios"; ends with NULL */
};

/* By what a command completes (command.h). */
static const struct {
    const char *completes;
    struct completion_source source;
} word_sources[] = {
    {"scenario", {"", {"scenarios", "runs"}}},
    {"lesson", {"", {"lessons"}}},
    {"help", {"man bash zsh fish", {NULL}}},
    {"experiment", {"", {"experiments"}}},
    {"formula",
     {"$(wattif calc 2>/dev/null | tail -n +2 | sed -e s/[[:space:]].*// | grep -xE \"[[:alnum:]_.-]+\")",
      {NULL}}},
};

/* Commands whose first word is a kind, with the kinds that they know; the second is a name of that kind, or a
 * file. */
static const struct {
    const char *command, *kinds;
    bool names;
} kinds_of[] = {
    {"show", "scenario trace profile workload run lesson knob policy term", true},
    {"export", "scenario trace profile workload run lesson", true},
    {"import", "scenario trace profile workload lesson", false},
};

/* Options whose values have names, where `command` has them (NULL: all do). */
static const struct {
    const char *option, *command;
    struct completion_source source;
} value_sources[] = {
    {"theme", NULL, {"", {"themes"}}},
    {"demo", NULL, {"", {"demos"}}},
    {"knob", NULL, {"", {"knobs"}}},
    {"model", "import", {"", {"profiles"}}},
    {"as", "import", {NULL, {NULL}} /* of the table of formats */},
    {"goal", NULL, {NULL, {NULL}} /* of the table of metrics */},
    {"limit", NULL, {NULL, {NULL}}},
};

static void print_source(FILE *file, const struct completion_source *source)
{
    fputs(source->words, file);
    for (int i = 0; source->lists[i]; i++) {
        fputs(*source->words || i ? " " : "", file);
        print_names(file, source->lists[i]);
    }
}

/* Of the run; those of an app have its name in them. */
static void print_metrics(FILE *file)
{
    char key[96];
    for (int metric = 0; metric < METRIC_COUNT; metric++) {
        metric_key((enum metric)metric, 0, key, sizeof key);
        if (metric_scope_of((enum metric)metric) == METRIC_OF_RUN)
            fprintf(file, "%s%s", metric ? " " : "", key);
    }
}

static void print_formats(FILE *file)
{
    for (size_t i = 0; i < importer_count; i++)
        fprintf(file, "%s%s", i ? " " : "", importers[i]->name);
}

static const char *plural_of(const char *kind, char out[32])
{
    return strcmp(kind, "policy") == 0 ? "policies" : text_print(out, 32, "%ss", kind);
}

static void print_choices(FILE *file, const char *choices)
{
    for (; *choices; choices++)
        fputc(*choices == '|' ? ' ' : *choices, file);
}

static void print_option_names(FILE *file, const struct option_info *options)
{
    for (; options->name; options++)
        fprintf(file, " --%s", options->name);
}

/* What an option's value may be, if that is known: its choices, or names. */
static void print_value_words(FILE *file, const char *command, const struct option_info *option)
{
    if (strchr(option->argument, '|')) {
        print_choices(file, option->argument);
        return;
    }
    for (size_t i = 0; i < sizeof value_sources / sizeof *value_sources; i++) {
        const char *of = value_sources[i].command;
        if (strcmp(value_sources[i].option, option->name) != 0 || (of && strcmp(of, command) != 0))
            continue;
        if (value_sources[i].source.words)
            print_source(file, &value_sources[i].source);
        else if (of)
            print_formats(file);
        else
            print_metrics(file);
    }
}

static bool has_value_words(const char *command, const struct option_info *option)
{
    if (strchr(option->argument, '|'))
        return true;
    for (size_t i = 0; i < sizeof value_sources / sizeof *value_sources; i++)
        if (strcmp(value_sources[i].option, option->name) == 0 &&
            (!value_sources[i].command || strcmp(value_sources[i].command, command) == 0))
            return true;
    return false;
}

/* The values of options in bash; where nothing is known files are left to the shell. */
static void print_bash_values(FILE *file, const char *command, const struct option_info *options)
{
    for (; options->name; options++) {
        if (!options->argument)
            continue;
        fprintf(file, "        %s:--%s) words=\"", command, options->name);
        print_value_words(file, command, options);
        fputs("\" ;;\n", file);
    }
}

/* The scenario among the words is the one that wattif can show; its pools have schemes of their own. */
static const char bash_pools[] =
    "# the pools of the scenario that the words name\n_wattif_pools()\n{\n    local word pools\n"
    "    for word in \"${COMP_WORDS[@]:i+1}\"; do\n"
    "        [[ $word == -* || $word == '=' || $pools ]] && continue\n"
    "        pools=$(wattif show scenario \"$word\" --quiet 2>/dev/null |\n"
    "            sed -n '/\"pools\": \\[/,/^  \\]/s/^      \"name\": \"\\([^\"]*\\)\".*/\\1/p')\n"
    "    done\n    echo \"$pools\"\n}\n";

/* "        run:--set|screen:--set) words=\"": of every command that has the option. */
static void begin_case(FILE *file, const char *const *names)
{
    bool any = false;
    fputs("        ", file);
    for (const struct command *command = commands; command->name; command++)
        for (const struct option_info *option = command->options; option->name; option++)
            for (const char *const *name = names; *name; name++)
                if (strcmp(option->name, *name) == 0) {
                    fprintf(file, "%s%s:--%s", any ? "|" : "", command->name, *name);
                    any = true;
                }
    fputs(") words=\"", file);
}

static void print_scheme_words(FILE *file)
{
    for (int id = 0; id < POLICY_COUNT; id++)
        fprintf(file, "%s%s=%s", id ? " " : "", layer_names[policy_infos[id].layer], policy_infos[id].name);
}

/* A knob is completed up to its value, or to what it is of. */
static void print_knob_words(FILE *file)
{
    for (int id = 0; id < KNOB_COUNT; id++)
        if (!knob_infos[id].tail)
            fprintf(file, "%s%s%s", id ? " " : "", knob_infos[id].name,
                    knob_infos[id].scopes >> SCOPE_RUN & 1 ? "=" : ".");
}

/* LAYER=NAME, and for each pool LAYER.POOL=NAME. */
static void print_schemes(FILE *file)
{
    static const char *const names[] = {"policy", NULL};
    begin_case(file, names);
    print_scheme_words(file);
    fputs("\"\n            for pool in $(_wattif_pools); do\n                for scheme in $words; do\n"
          "                    [[ ${scheme%%=*} == *.* ]] || words+=\" ${scheme%%=*}.$pool=${scheme#*=}\"\n"
          "                done\n            done ;;\n",
          file);
}

/* The words of a command: of what it completes. */
static void print_words(FILE *file, const struct command *command)
{
    for (size_t i = 0; i < sizeof kinds_of / sizeof *kinds_of; i++)
        if (strcmp(kinds_of[i].command, command->name) == 0)
            fputs(kinds_of[i].kinds, file);
    for (size_t i = 0; i < sizeof word_sources / sizeof *word_sources; i++)
        if (strcmp(word_sources[i].completes, command->completes) == 0)
            print_source(file, &word_sources[i].source);
    if (strcmp(command->completes, "list") == 0)
        print_choices(file, command->words);
}

/* bash cuts words at '=': `--policy route=ca` arrives as four, `--format=js` as three. */
static const char bash_head[] =
    "# wattif completion for bash\n_wattif()\n{\n"
    "    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command= words= "
    "nospace= cut= pool scheme i\n"
    "    [[ $current == '=' ]] && current= i=$COMP_CWORD\n"
    "    [[ $previous == '=' ]] && i=$((COMP_CWORD - 1))\n"
    "    if [[ $i && ${COMP_WORDS[i-1]} == --* ]]; then\n"
    "        previous=${COMP_WORDS[i-1]}\n"
    "    elif [[ $i ]]; then\n"
    "        cut=${COMP_WORDS[i-1]}= current=$cut$current previous=${COMP_WORDS[i-2]}\n"
    "    fi\n"
    "    for ((i = 1; i < COMP_CWORD; i++)); do\n        case ${COMP_WORDS[i]} in\n            ";

static const char bash_tail[] = "    esac\n    COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
                                "    [[ $cut ]] && COMPREPLY=(\"${COMPREPLY[@]#$cut}\")\n"
                                "    [[ $nospace ]] && compopt -o nospace 2>/dev/null\n    return 0\n}\n"
                                "complete -o default -F _wattif wattif\n";

static void print_bash(FILE *file)
{
    fputs(bash_pools, file);
    fputs(bash_head, file);
    for (const struct command *command = commands; command->name; command++)
        fprintf(file, "%s%s", command == commands ? "" : "|", command->name);
    fputs(") command=${COMP_WORDS[i]}; break ;;\n        esac\n    done\n    local global=\"", file);
    print_option_names(file, global_options);
    fputs("\"\n    case $command:$previous in\n", file);
    static const char *const names[] = {"set", "vary", NULL};
    begin_case(file, names);
    print_knob_words(file);
    fputs("\"; nospace=1 ;;\n", file);
    print_schemes(file);
    for (const struct command *command = commands; command->name; command++)
        print_bash_values(file, command->name, command->options);
    print_bash_values(file, "*", global_options);
    /* The name behind a kind. */
    for (size_t i = 0; i < sizeof kinds_of / sizeof *kinds_of; i++) {
        const char *kinds = kinds_of[i].kinds;
        while (kinds_of[i].names && *kinds) {
            char kind[16], plural[32];
            size_t n = strcspn(kinds, " ");
            text_print(kind, sizeof kind, "%.*s", (int)n, kinds);
            fprintf(file, "        %s:%s) words=\"", kinds_of[i].command, kind);
            print_names(file, plural_of(kind, plural));
            fputs("\" ;;\n", file);
            kinds += n + (kinds[n] == ' ');
        }
    }
    for (const struct command *command = commands; command->name; command++) {
        /* What the words of a command may be. */
        fprintf(file, "        %s:*) words=\"", command->name);
        print_words(file, command);
        fputs("\"; [[ $current == -* ]] && words=\"", file);
        print_option_names(file, command->options);
        fputs(" $global\" ;;\n", file);
    }
    fputs("        *) words=\"", file);
    for (const struct command *command = commands; command->name; command++)
        fprintf(file, "%s ", command->name);
    print_names(file, "scenarios");
    fputc(' ', file);
    print_names(file, "runs");
    fputs(" $global\" ;;\n", file);
    fputs(bash_tail, file);
}

static void print_zsh(FILE *file)
{
    fputs("#compdef wattif\nautoload -U +X bashcompinit && bashcompinit\n", file);
    print_bash(file);
}

static void print_fish_text(FILE *file, const char *text)
{
    fputc('\'', file);
    for (; *text; text++)
        fprintf(file, "%s%c", *text == '\'' || *text == '\\' ? "\\" : "", *text);
    fputc('\'', file);
}

/* fish gives words and the output of commands in one argument; behind '=' and '.' it sets no space. */
static void print_fish_options(FILE *file, const char *condition, const char *command,
                               const struct option_info *options)
{
    for (; options->name; options++) {
        fprintf(file, "complete -c wattif%s -l %s -d ", condition, options->name);
        print_fish_text(file, options->help);
        bool scheme = strcmp(options->name, "policy") == 0;
        bool knob = strcmp(options->name, "set") == 0 || strcmp(options->name, "vary") == 0;
        if (options->argument && (scheme || knob || has_value_words(command, options))) {
            fputs(" -x -a '", file);
            if (scheme)
                print_scheme_words(file);
            else if (knob)
                print_knob_words(file);
            else
                print_value_words(file, command, options);
            fputs("'", file);
        } else if (options->argument) {
            fputs(" -r", file);
        }
        fputc('\n', file);
    }
}

/* Of a kind the kind first, then its names. */
static void print_fish_kinds(FILE *file, const struct command *command)
{
    for (size_t i = 0; i < sizeof kinds_of / sizeof *kinds_of; i++) {
        const char *kinds = kinds_of[i].kinds;
        if (strcmp(kinds_of[i].command, command->name) != 0)
            continue;
        fprintf(
            file,
            "complete -c wattif -n '__fish_seen_subcommand_from %s; and not __fish_seen_subcommand_from %s' -x -a '%s'\n",
            command->name, kinds, kinds);
        while (kinds_of[i].names && *kinds) {
            char kind[16], plural[32];
            size_t n = strcspn(kinds, " ");
            text_print(kind, sizeof kind, "%.*s", (int)n, kinds);
            fprintf(
                file,
                "complete -c wattif -n '__fish_seen_subcommand_from %s; and __fish_seen_subcommand_from %s' -x -a '",
                command->name, kind);
            print_names(file, plural_of(kind, plural));
            fputs("'\n", file);
            kinds += n + (kinds[n] == ' ');
        }
    }
}

static void print_fish(FILE *file)
{
    fputs("# wattif completion for fish\n", file);
    fputs("complete -c wattif -n __fish_use_subcommand -a '", file);
    print_source(file, &word_sources[0].source);
    fputs("'\n", file);
    for (const struct command *command = commands; command->name; command++) {
        char condition[96];
        fprintf(file, "complete -c wattif -n __fish_use_subcommand -a %s -d ", command->name);
        print_fish_text(file, command->summary);
        fputc('\n', file);
        snprintf(condition, sizeof condition, " -n '__fish_seen_subcommand_from %s'", command->name);
        print_fish_options(file, condition, command->name, command->options);
        bool kinds = strcmp(command->completes, "kind") == 0, files = strcmp(command->completes, "file") == 0;
        if (kinds) {
            print_fish_kinds(file, command);
        } else if (!files && *command->completes) {
            fprintf(file, "complete -c wattif%s -a '", condition);
            print_words(file, command);
            fputs("'\n", file);
        }
    }
    print_fish_options(file, "", "", global_options);
}

bool completion_print(const char *shell, FILE *file)
{
    static const struct {
        const char *shell;
        void (*print)(FILE *file);
    } shells[] = {{"bash", print_bash}, {"zsh", print_zsh}, {"fish", print_fish}};
    for (size_t i = 0; i < sizeof shells / sizeof shells[0]; i++)
        if (strcmp(shells[i].shell, shell) == 0) {
            shells[i].print(file);
            return true;
        }
    return false;
}
