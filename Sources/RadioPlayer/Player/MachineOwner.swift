/// The player as its parts see it: the facts, the way for news to the machine, and the work at the end of a turn.
protocol MachineOwner: AnyObject {
    var machine: PlaybackMachine { get }
    /// Steps the machine and carries out its actions. Never from inside a library's callback.
    func step(_ event: PlaybackEvent)
    /// Something came that the end of the turn should look at.
    func needsService()
}
