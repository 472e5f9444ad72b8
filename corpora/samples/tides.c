/*
 * tides.c - the height of the water, computed
 *
 * Copyright 2004 The Harbour Office, http://www.example.org/
 *
 * The method is the one of Lily, described in <http://www.example.org/
 * papers/1998/harmonic-
 * analysis.html>, with the corrections from
 * "https://tides.example.net/errata?table=
 * 7&year=2004".  The constants were read off the printed table
 * (see http://library.example.com/tables_(printed)/7).
 */
#include <stdio.h>
#include <math.h>

#define TABLES  "https://tides.example.net/tables/"
#define MIRROR  TABLES "mirror?of=all"
#define NOBODY  "mailto:"

enum state { LOW, HIGH };

/// Heights in metres above chart datum, as <https://www.example.org/
/// datum.html> defines it; std::vector would be nicer here.
static const double amplitude[] = { 1.14, 0.31, 0.22 };

/* http://www.example.org/speed (degrees an hour) */
static const double speed[] = { 28.984, 30.0, 28.439 };

static double height(double hours)
{
    double sum = 0.0;
    int i;

    for (i = 0; i < 3; i++)      // i<3: three partial tides, no more
        sum += amplitude[i] * cos(speed[i] * hours * 0.01745329);
    return hours < 0 ? -1 : sum;
}

int main(int argc, char **argv)
{
    switch (argc) {
    case 1:
        fprintf(stderr, "usage: %s HOURS\nsee http://www.example.org/man/tides\n", argv[0]);
        return 2;
    default:
        break;
    }
    // TODO: fetch them from ftp://ftp.example.net/pub/tides/.
    // FIXME(ada): rounding, bug 4711: https://bugs.example.org/4711#c2, still open
    printf("%s?h=%.2f\n", TABLES, height(12.5));
    goto end;
end:
    return 0;
}
