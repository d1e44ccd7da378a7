// The sound of the demo station, an MP3 inside the program. See Sources/RadioDemo/DemoSound.swift.
#pragma once
#include <stddef.h>

const unsigned char *longwave_demo_sound(void);
size_t longwave_demo_sound_size(void);
