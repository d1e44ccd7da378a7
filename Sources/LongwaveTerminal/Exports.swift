// One import for a program on a terminal.
@_exported import Longwave
@_exported import RadioTerminal
