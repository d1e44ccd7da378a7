import RadioFormats
import RadioPlayer

/// A command to a player: of this process (``Radio/perform(_:)``), or to the shared player in another process.
///
/// The same command has the same effect wherever it comes from, such as a key, a desktop or a program at the shared
/// player's socket (docs/JSON.md).
public enum PlayerCommand: Hashable, Sendable {
    case play(PlayRequest)
    case pause, toggle, stop, next, previous
    /// Sets the volume, 0…1.
    case setVolume(Double)
    /// Adds a number from −1 to 1 to the volume, where 1 is full volume.
    case changeVolume(Double)
    /// Mutes (true), unmutes (false), or switches between the two states (nil).
    case mute(Bool?)
    case seek(Seek)
    /// Sets the speed of the sound, 0.5…3.
    case setRate(Double)
    /// Changes the equaliser: the name of a preset, gains such as `bass=+3,1k=-2`, or `off`.
    case setEqualiser(String)
    /// Begins fast forward or rewind; nil ends fast forward or rewind.
    case scan(ScanDirection?)
    /// Saves past sound as a file: the last sound of this duration, or the title that is heard (nil).
    case keep(Duration?)
    /// Starts a recording (true), stops it (false), or switches between the two states (nil).
    case record(Bool?)
    /// Marks the title that is heard as liked (true) or not liked (false), or switches between the two states (nil).
    case like(Bool?)
    /// Adds items to the queue, at its end or behind the current entry (`isNext`). Of a source that names a station,
    /// only this station is added.
    case enqueue(PlayRequest.Source, isNext: Bool)
    case remove(Entry)
    case move(from: Int, to: Int)
    /// Moves the queue's entry with this id by a number of places, at most to an end of the queue.
    case moveEntry(UInt64, by: Int)
    case playEntry(Entry)
    case clearQueue
    /// Shuffles the queue (true), restores its order (false), or switches between the two states (nil).
    case shuffle(Bool?)
    case repeatQueue(PlaybackQueue.RepeatMode)
    /// Begins (true) or ends (false) an interruption. Meanwhile, the player is silent so that another program can be
    /// heard.
    case interrupt(Bool)
    /// Starts a sleep timer, which ends the sound after this duration; nil cancels the sleep timer.
    case sleep(Duration?)
    /// Plays a file or address over what plays, which is softer by a number of decibels meanwhile (nil: by 14).
    case announce(String, ducking: Double? = nil, at: MediaTime? = nil)
    /// Silences the alarm that rings, until it rings again after this duration, or after the alarm's own (nil).
    case snooze(Duration?)
    /// Plays on the first output device whose name or description matches this name or pattern.
    case useDevice(String)

    /// An entry of the queue.
    public enum Entry: Hashable, Sendable {
        /// The entry that is at this index, counted from 0, when the command is carried out.
        case at(Int)
        /// The entry with this id, wherever it is.
        case id(UInt64)
    }

    /// A change of the heard position.
    public enum Seek: Hashable, Sendable {
        /// Moves to a position in the current item, in seconds.
        case to(Double)
        /// Moves forward from the heard position by a number of seconds; a negative number moves back.
        case by(Double)
        /// Moves forward from the title that is heard by a number of titles; a negative number moves back.
        case title(Int)
        /// Moves to the live edge.
        case live
    }
}

extension PlayerCommand {
    /// Whether the command changes the queue or its order.
    package var changesQueue: Bool {
        switch self {
        case .enqueue, .remove, .move, .moveEntry, .clearQueue, .shuffle, .repeatQueue: true
        default: false
        }
    }
}

/// What to play, and how.
public struct PlayRequest: Hashable, Sendable {
    /// The stations or files to play.
    public enum Source: Hashable, Sendable {
        /// A station's id, name or number, an address, or the path of a file.
        case named(String)
        /// These stations become the queue. The station at the index plays first.
        case stations([Station], startingAt: Int = 0)
        /// The stations that match a query (docs/CLI.md), such as `tag=jazz`.
        case query(String)
        /// The stations of the playlist with this name.
        case playlist(String)
        /// The programme with this name.
        case programme(String)
    }

    /// Nil continues a paused player, or plays the queue. If the queue is empty, the last heard station or address is
    /// played.
    public var source: Source?
    /// Whether the queue is shuffled; nil for no change.
    public var isShuffled: Bool?
    /// The queue's repeat mode; nil for no change.
    public var repeatMode: PlaybackQueue.RepeatMode?
    /// Whether the current item is heard until the new item can be heard. If the new item fails, the current item
    /// continues.
    public var isSeamless = false
    /// Whether the new item must be received before the player changes to it, also if no sound is heard now. If the new
    /// item fails, nothing changes.
    package var isPrepared = false

    public init(_ source: Source? = nil) { self.source = source }
}
