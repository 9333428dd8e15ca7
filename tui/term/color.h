/* Colour arithmetic: the xterm palette, nearest colours on the way down the depth ladder, mixing, contrast.
 */
#ifndef WATTIF_TUI_TERM_COLOR_H
#define WATTIF_TUI_TERM_COLOR_H

#include <stdbool.h>
#include <stdint.h>

/* 0xRRGGBB of palette entry 0..255 as xterm has it. */
int32_t color_of_palette(int index);
/* The nearest of 16..255, and of 0..15, by squared distance in RGB. */
int color_nearest_256(int32_t rgb);
int color_nearest_16(int32_t rgb);
/* `percent` of the way from a to b. */
int32_t color_mix(int32_t a, int32_t b, int percent);
/* "#rrggbb", a name ("red", "bright-blue"), 0..15: *rgb and *index (-1 for #rrggbb). "default" gives rgb =
 * index = -1. */
bool color_parse(const char *text, int32_t *rgb, int *index);
/* WCAG contrast ratio, 1..21. */
double color_contrast(int32_t a, int32_t b);

#endif
