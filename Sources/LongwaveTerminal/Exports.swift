// Programs that use a terminal need to import only this module.
@_exported import Longwave
@_exported import RadioTerminal
