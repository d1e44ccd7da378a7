// Programs on a terminal need only one import.
@_exported import Longwave
@_exported import RadioTerminal
