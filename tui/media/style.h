/* What a report looks like: one style sheet for the screen in light and dark, for a phone and for paper.
 * Colours of series are s1 to s8, told apart also by those who see few of them; s0 is ink. */
#ifndef WATTIF_TUI_MEDIA_STYLE_H
#define WATTIF_TUI_MEDIA_STYLE_H

extern const char *const report_style[]; /* in parts; NULL ends them */

#endif
