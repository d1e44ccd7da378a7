// This library is only preloaded (LD_PRELOAD), so it declares no functions.
