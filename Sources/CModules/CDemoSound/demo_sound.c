#include "demo_sound.h"

// #embed is C23, and an extension in earlier C. The same bytes in Swift took three hundred times as long to compile.
#pragma clang diagnostic ignored "-Wc23-extensions"
static const unsigned char sound[] = {
#embed "demo.mp3"
};

const unsigned char *longwave_demo_sound(void) { return sound; }
size_t longwave_demo_sound_size(void) { return sizeof sound; }
