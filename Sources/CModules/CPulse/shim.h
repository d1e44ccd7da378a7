// libpulse for Swift: the asynchronous API with a foreign main loop.
#pragma once
#include <pulse/pulseaudio.h>

// Constants that are macros in libpulse. Swift does not import these macros.
static const pa_sample_format_t longwave_pa_float32 = PA_SAMPLE_FLOAT32NE;
static const uint32_t longwave_pa_invalid_index = PA_INVALID_INDEX;
