// This module re-exports the others that terminal programs use, so that they need to import only this one.
@_exported import Longwave
