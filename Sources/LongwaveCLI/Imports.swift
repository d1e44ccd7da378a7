// What the whole program is made of; a file imports what only it needs.
@_exported import LongwaveTerminal
@_exported import RadioInspect
@_exported import RadioJSON
@_exported import RadioProbe
