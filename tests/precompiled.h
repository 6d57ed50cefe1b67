// cmake/precompiled.h for tests.

#include <gtest/gtest.h>

#include "../cmake/precompiled.h"
