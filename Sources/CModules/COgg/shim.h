// libogg for Swift.
#pragma once
#include <ogg/ogg.h>
