// libvorbis for Swift.
#pragma once
#include <vorbis/codec.h>
