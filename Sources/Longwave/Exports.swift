// The public face: one import gives a program everything that it needs to embed the player.
@_exported import RadioAudio
@_exported import RadioDirectory
@_exported import RadioFormats
@_exported import RadioHls
@_exported import RadioInspect
@_exported import RadioJSON
@_exported import RadioLists
@_exported import RadioLoop
@_exported import RadioPlayer
@_exported import RadioProbe
@_exported import RadioStations
@_exported import RadioStorage
@_exported import RadioStreams
@_exported import RadioTerminal
@_exported import RadioText
@_exported import RadioTitles
