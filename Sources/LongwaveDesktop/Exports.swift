// Re-exports the module Longwave: a program that imports LongwaveDesktop need not import Longwave, too.
@_exported import Longwave
