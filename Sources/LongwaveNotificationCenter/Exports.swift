// Re-exports the module Longwave: a program that imports LongwaveNotificationCenter need not import Longwave, too.
@_exported import Longwave
