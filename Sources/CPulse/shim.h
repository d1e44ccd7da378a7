// libpulse for Swift: the asynchronous API with a foreign main loop.
#pragma once
#include <pulse/pulseaudio.h>
