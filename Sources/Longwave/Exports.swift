// Re-exports all modules that an app needs to embed the player, so that `import Longwave` is enough.
@_exported import RadioAudio
@_exported import RadioDirectory
@_exported import RadioExport
@_exported import RadioFormats
@_exported import RadioHTTP
@_exported import RadioHls
@_exported import RadioLists
@_exported import RadioLoop
@_exported import RadioPlayer
@_exported import RadioStations
@_exported import RadioStorage
@_exported import RadioStreams
@_exported import RadioTape
@_exported import RadioText
@_exported import RadioTitles
