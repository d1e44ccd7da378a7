// Re-exports the rooms that own public types, so that `import Longwave` is enough to embed the player. Of two rooms, only
// the public types are visible.
@_exported import RadioAudio
@_exported import RadioDirectory
@_exported import RadioExport
@_exported import RadioFormats
@_exported import RadioLists
@_exported import RadioPlayer
@_exported import RadioStations
@_exported import RadioText
@_exported import RadioTitles

@_exported import struct RadioHls.HlsSettings
@_exported import struct RadioHls.Rendition
@_exported import enum RadioHls.StreamQuality
@_exported import struct RadioLoop.MonotonicInstant
