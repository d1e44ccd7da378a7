/// The player as its parts see it: the machine's facts, the way to report events, and the work at the end of a turn.
protocol MachineOwner: AnyObject {
    var machine: PlaybackMachine { get }
    /// Steps the machine and carries out its actions. Never called from inside a library's callback.
    func step(_ event: PlaybackEvent)
    /// Asks the player to handle, at the end of the turn, what has arrived or changed.
    func needsService()
}
