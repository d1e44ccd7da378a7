// Re-exports Longwave, so that a program with a `NotificationCenter` needs only one import.
@_exported import Longwave
