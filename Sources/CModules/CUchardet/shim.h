// libuchardet for Swift.
#pragma once
#include <uchardet.h>
