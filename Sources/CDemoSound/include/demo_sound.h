// The sound of the demonstration, part of the program: MP3, see Sources/RadioDemo/DemoSound.swift.
#pragma once
#include <stddef.h>

const unsigned char *longwave_demo_sound(void);
size_t longwave_demo_sound_size(void);
