import RadioFormats
import RadioLoop

extension MediaTime {
    /// The wall clock's time since 1970-01-01T00:00:00Z, to the millisecond.
    public static var now: MediaTime { MediaTime(milliseconds: WallClock.milliseconds) }
}
