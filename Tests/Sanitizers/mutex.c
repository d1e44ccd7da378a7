// Informs ThreadSanitizer of the order that Swift's Mutex creates between threads. The fast path of Mutex, without
// waiting, is compiled into the program. The slow path is in the library Synchronization, which is not built with the
// sanitizer. After a wait, the sanitizer would therefore report a data race with the thread that held the mutex before.
// bin/sanitize loads this file before Synchronization (LD_PRELOAD).
//
// The two functions of Synchronization (stdlib/public/Synchronization/Mutex/LinuxImpl.swift) get the mutex as `self`.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

// Functions of the sanitizer's runtime, which are null in programs that are not built with it.
extern void __tsan_acquire(void *address) __attribute__((weak));
extern void __tsan_release(void *address) __attribute__((weak));

SWIFT void lock_slow(uint32_t thread, SELF void *mutex) __asm__(LOCK);
SWIFT void unlock_slow(SELF void *mutex) __asm__(UNLOCK);

typedef SWIFT void (*lock_function)(uint32_t, SELF void *);
typedef SWIFT void (*unlock_function)(SELF void *);

SWIFT void lock_slow(uint32_t thread, SELF void *mutex) {
    ((lock_function)dlsym(RTLD_NEXT, LOCK))(thread, mutex);
    if (__tsan_acquire) __tsan_acquire(mutex);
}

SWIFT void unlock_slow(SELF void *mutex) {
    if (__tsan_release) __tsan_release(mutex);
    ((unlock_function)dlsym(RTLD_NEXT, UNLOCK))(mutex);
}
