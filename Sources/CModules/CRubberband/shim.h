// The part of librubberband's interface that Longwave uses: <rubberband/rubberband-c.h>, API 2.7.
// The declarations stand here instead of the library's own header, because nothing is linked: the library is opened
// when a listener asks for it (docs/DECISIONS.md).
#ifndef LONGWAVE_RUBBERBAND_H
#define LONGWAVE_RUBBERBAND_H

typedef void *lw_rubberband;

// enum RubberBandOption.
static const int LW_RUBBERBAND_REAL_TIME = 0x00000001;
static const int LW_RUBBERBAND_NO_THREADS = 0x00010000;
static const int LW_RUBBERBAND_CHANNELS_TOGETHER = 0x10000000;

// Types of rubberband_new and rubberband_delete, _reset, _set_time_ratio, _get_preferred_start_pad and
// _get_start_delay, _set_max_process_size, _process, _available, _retrieve.
typedef lw_rubberband (*lw_rubberband_new)(
    unsigned int sample_rate, unsigned int channels, int options, double time_ratio, double pitch_scale);
typedef void (*lw_rubberband_act)(lw_rubberband state);
typedef void (*lw_rubberband_set_ratio)(lw_rubberband state, double ratio);
typedef unsigned int (*lw_rubberband_get_count)(lw_rubberband state);
typedef void (*lw_rubberband_set_count)(lw_rubberband state, unsigned int count);
typedef void (*lw_rubberband_process)(
    lw_rubberband state, const float *const *input, unsigned int frames, int is_final);
typedef int (*lw_rubberband_available)(lw_rubberband state);
typedef unsigned int (*lw_rubberband_retrieve)(lw_rubberband state, float *const *output, unsigned int frames);

#endif
