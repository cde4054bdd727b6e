/* The learning curves of a bot in the gym: its shots and its enemies' shots by round, a panel for
 * each family of styles, and the rounds it wins against each family. */
#ifndef BROADSIDE_REPORT_GYM_CHART_H
#define BROADSIDE_REPORT_GYM_CHART_H

#include "contest/gym.h"

/* Writes the chart to `path`, which ends in .svg, .png or .pdf (see picture_check). ERR_IO if there
 * is no whole round. */
enum error gym_chart_write(const struct gym *gym, const char *path, struct message *message);

#endif
