/* glicko.c — Glicko-2, by the steps and with the letters of its paper. */
#include "server/glicko.h"

#include <math.h>

#define SCALE 173.7178
#define TAU 0.5
#define PERIOD_DAYS 30.0
#define DEVIATION_MOST 350.0
#define CLOSE_ENOUGH 0.000001

static double g(double phi) { return 1 / sqrt(1 + 3 * phi * phi / (M_PI * M_PI)); }

static double expected(double mu, double mu_j, double phi_j) { return 1 / (1 + exp(-g(phi_j) * (mu - mu_j))); }

typedef struct Fit {
    double delta, phi, v, a;
} Fit;

static double f(const Fit *fit, double x)
{
    double ex = exp(x), sum = fit->phi * fit->phi + fit->v + ex;
    return ex * (fit->delta * fit->delta - sum) / (2 * sum * sum) - (x - fit->a) / (TAU * TAU);
}

/* Step 5: the volatility, by the Illinois algorithm. */
static double new_volatility(double sigma, double delta, double phi, double v)
{
    Fit fit = {delta, phi, v, log(sigma * sigma)};
    double a = fit.a, b;
    if (delta * delta > phi * phi + v) {
        b = log(delta * delta - phi * phi - v);
    } else {
        double k = 1;
        while (f(&fit, a - k * TAU) < 0)
            k++;
        b = a - k * TAU;
    }
    double fa = f(&fit, a), fb = f(&fit, b);
    for (int i = 0; i < 100 && fabs(b - a) > CLOSE_ENOUGH; i++) {
        double c = a + (a - b) * fa / (fb - fa), fc = f(&fit, c);
        if (fc * fb <= 0) {
            a = b;
            fa = fb;
        } else {
            fa /= 2;
        }
        b = c;
        fb = fc;
    }
    return exp(a / 2);
}

Rating rating_after(Rating own, Rating other, double score, double days)
{
    double mu = (own.rating - 1500) / SCALE, phi = own.deviation / SCALE;
    double mu_j = (other.rating - 1500) / SCALE, phi_j = other.deviation / SCALE;
    double periods = days > 0 ? days / PERIOD_DAYS : 0;
    phi = sqrt(phi * phi + periods * own.volatility * own.volatility);
    double e = expected(mu, mu_j, phi_j), g_j = g(phi_j);
    double v = 1 / (g_j * g_j * e * (1 - e)), delta = v * g_j * (score - e);
    double sigma = new_volatility(own.volatility, delta, phi, v);
    double star = sqrt(phi * phi + sigma * sigma), after = 1 / sqrt(1 / (star * star) + 1 / v);
    double deviation = after * SCALE;
    return (Rating){(mu + after * after * g_j * (score - e)) * SCALE + 1500,
                    deviation > DEVIATION_MOST ? DEVIATION_MOST : deviation, sigma};
}
