/* Completion scripts for bash, zsh and fish, from the tables. Names that live in the store (scenarios, runs)
 * are asked of wattif itself at the moment of completion. zsh runs the bash script through its own
 * bashcompinit. */
#include "tui/cli/help.h"

#include "engine/model/knob.h"
#include "engine/model/policy_table.h"

#include <stdio.h>
#include <string.h>

static const char names_of[] = "wattif list %s --format csv --quiet 2>/dev/null | tail -n +2 | cut -d, -f1";

static void print_names(FILE *file, const char *plural)
{
    fputs("$(", file);
    fprintf(file, names_of, plural);
    fputc(')', file);
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

/* The values of one option in bash: its choices, or nothing, which leaves files to the shell. */
static void print_bash_values(FILE *file, const char *command, const struct option_info *options)
{
    for (; options->name; options++) {
        if (!options->argument)
            continue;
        fprintf(file, "        %s:--%s) words=\"", command, options->name);
        if (strchr(options->argument, '|'))
            print_choices(file, options->argument);
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

/* LAYER=NAME, and for each pool LAYER.POOL=NAME. */
static void print_schemes(FILE *file)
{
    fputs("        run:--policy|screen:--policy) words=\"", file);
    for (int id = 0; id < POLICY_COUNT; id++)
        fprintf(file, "%s%s=%s", id ? " " : "", layer_names[policy_infos[id].layer], policy_infos[id].name);
    fputs("\"\n            for pool in $(_wattif_pools); do\n                for scheme in $words; do\n"
          "                    [[ ${scheme%%=*} == *.* ]] || words+=\" ${scheme%%=*}.$pool=${scheme#*=}\"\n"
          "                done\n            done ;;\n",
          file);
}

static void print_assignments(FILE *file)
{
    fputs("        run:--set|screen:--set|reproduce:--set) words=\"", file);
    for (int id = 0; id < KNOB_COUNT; id++)
        if (!knob_infos[id].tail)
            fprintf(file, "%s%s%s", id ? " " : "", knob_infos[id].name,
                    knob_infos[id].scopes >> SCOPE_RUN & 1 ? "=" : ".");
    fputs("\"; nospace=1 ;;\n", file);
    print_schemes(file);
}

/* What the words of a command may be. */
static void print_bash_words(FILE *file, const struct command *command)
{
    fprintf(file, "        %s:*) words=\"", command->name);
    if (strcmp(command->completes, "scenario") == 0) {
        print_names(file, "scenarios");
        fputc(' ', file);
        print_names(file, "runs");
    } else if (strcmp(command->completes, "list") == 0) {
        print_choices(file, command->words);
    } else if (strcmp(command->completes, "kind") == 0) {
        fputs("scenario trace profile workload run lesson", file);
    } else if (strcmp(command->completes, "lesson") == 0) {
        print_names(file, "lessons");
    } else if (strcmp(command->completes, "help") == 0) {
        fputs("man bash zsh fish", file);
    }
    fputs("\"; [[ $current == -* ]] && words=\"", file);
    print_option_names(file, command->options);
    fputs(" $global\" ;;\n", file);
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
    print_assignments(file);
    for (const struct command *command = commands; command->name; command++)
        print_bash_values(file, command->name, command->options);
    print_bash_values(file, "*", global_options);
    for (const struct command *command = commands; command->name; command++)
        print_bash_words(file, command);
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

static void print_fish_options(FILE *file, const char *condition, const struct option_info *options)
{
    for (; options->name; options++) {
        fprintf(file, "complete -c wattif%s -l %s -d ", condition, options->name);
        print_fish_text(file, options->help);
        if (options->argument && strchr(options->argument, '|')) {
            fputs(" -x -a '", file);
            print_choices(file, options->argument);
            fputs("'", file);
        } else if (options->argument) {
            fputs(" -r", file);
        }
        fputc('\n', file);
    }
}

static void print_fish(FILE *file)
{
    fputs("# wattif completion for fish\n", file);
    for (const struct command *command = commands; command->name; command++) {
        char condition[96];
        fprintf(file, "complete -c wattif -n __fish_use_subcommand -a %s -d ", command->name);
        print_fish_text(file, command->summary);
        fputc('\n', file);
        snprintf(condition, sizeof condition, " -n '__fish_seen_subcommand_from %s'", command->name);
        print_fish_options(file, condition, command->options);
        if (strcmp(command->completes, "scenario") == 0) {
            fprintf(file, "complete -c wattif%s -a '(", condition);
            fprintf(file, names_of, "scenarios");
            fputs(")'\n", file);
        }
    }
    print_fish_options(file, "", global_options);
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
