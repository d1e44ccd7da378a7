// The resampler of libspeexdsp for Swift.
#pragma once
#include <speex/speex_resampler.h>
