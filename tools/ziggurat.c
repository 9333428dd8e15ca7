/* Writes the layers of the two ziggurats (engine/base/random.h) as C, into the file that it is given. They
 * are worked out with det_log and det_exp, so that every compiler gets the same bits:
 *
 *   exponential: f(x) = exp(-x), r = ZIGGURAT_EXPONENTIAL_TAIL, area = (r + 1) f(r)
 *   normal: f(x) = exp(-x^2 / 2), r = ZIGGURAT_NORMAL_TAIL, area = r f(r) + sqrt(2 pi) (1 - cdf(r))
 *
 *   x[0] = area / f(r), x[1] = r, x[256] = 0
 *   x[i + 1] = inverse of f at (f(x[i]) + area / x[i]) for i = 1..254
 *   inside[i] = whole part of x[i + 1] / x[i] * 2^53, width[i] = x[i] / 2^53
 *   height[0] = 0, height[i] = f(x[i]) */
#include "engine/base/detmath.h"
#include "engine/base/random.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

static double exponential(double x)
{
    return det_exp(-x);
}

static double exponential_inverse(double y)
{
    return -det_log(y);
}

static double normal(double x)
{
    return det_exp(-0.5 * x * x);
}

static double normal_inverse(double y)
{
    return sqrt(-2 * det_log(y));
}

static void write_layers(FILE *out, const char *name, double tail, double area, double (*curve)(double),
                         double (*inverse)(double))
{
    double x[ZIGGURAT_LAYERS + 1] = {area / curve(tail), tail};
    for (int i = 1; i + 1 < ZIGGURAT_LAYERS; i++)
        x[i + 1] = inverse(curve(x[i]) + area / x[i]);
    fprintf(out, "const struct ziggurat_layer ziggurat_%s[ZIGGURAT_LAYERS] = {\n", name);
    for (int i = 0; i < ZIGGURAT_LAYERS; i++)
        fprintf(out, "    {0x%" PRIx64 ", %a},\n", (uint64_t)(x[i + 1] / x[i] * 0x1p53), x[i] * 0x1p-53);
    fprintf(out, "};\nconst double ziggurat_%s_height[ZIGGURAT_LAYERS + 1] = {\n", name);
    for (int i = 0; i <= ZIGGURAT_LAYERS; i++)
        fprintf(out, "    %a,\n", i == 0 ? 0 : curve(x[i]));
    fprintf(out, "};\n");
}

int main(int count, char **arguments)
{
    const double r = ZIGGURAT_EXPONENTIAL_TAIL, s = ZIGGURAT_NORMAL_TAIL, pi = 3.14159265358979323846;
    FILE *out = count == 2 ? fopen(arguments[1], "w") : NULL;
    if (!out)
        return 2;
    fprintf(out, "#include \"engine/base/random.h\"\n");
    write_layers(out, "exponential", r, (r + 1) * exponential(r), exponential, exponential_inverse);
    write_layers(out, "normal", s, s * normal(s) + sqrt(2 * pi) * det_normal_cdf(-s), normal, normal_inverse);
    return fclose(out) == 0 ? 0 : 3;
}
