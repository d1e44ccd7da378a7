// Re-exports Longwave: a program that imports this module need not import `Longwave` itself.
@_exported import Longwave
