#include "systems/wb95/fight.h"
bool combat_forecast(const Scenario *scenario, const State *view, const Order *order, Forecast *out){(void)scenario;(void)view;(void)order;(void)out;return false;}
bool barrage_forecast(const Scenario *scenario, const State *view, const Order *order, Forecast *out){(void)scenario;(void)view;(void)order;(void)out;return false;}
