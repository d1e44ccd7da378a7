// The loudness meter of libebur128 for Swift.
#pragma once
#include <ebur128.h>
