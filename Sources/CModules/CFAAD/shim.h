// libfaad for Swift.
#pragma once
#include <neaacdec.h>
