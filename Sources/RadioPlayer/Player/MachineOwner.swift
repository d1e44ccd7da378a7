/// What the parts of a ``Player`` may use of it: the playback machine, the way to report events to the machine, and a
/// request for work at the end of the turn.
protocol MachineOwner: AnyObject {
    var machine: PlaybackMachine { get }
    /// Passes an event to the playback machine and carries out the actions that it returns. Must not be called from
    /// inside a callback of libcurl or the sound server's library.
    func step(_ event: PlaybackEvent)
    /// Asks the player to handle, at the end of the turn, the sound and metadata that have arrived since its last turn.
    func needsService()
}
