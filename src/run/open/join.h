#pragma once
// Components for model exchange that are connected to each other become one component: their
// equations are solved as one system, without coupling error. Tables that drive nothing else are
// joined with them.

#include "run/open/components.h"

namespace bw::run {

Components join_models(Components components);

}  // namespace bw::run
