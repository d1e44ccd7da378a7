// libsonic for Swift.
#pragma once
#include <sonic.h>
