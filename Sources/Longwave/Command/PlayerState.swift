import RadioFormats
import RadioPlayer

/// The whole state of a player as its listeners see it: the player's snapshot, and what ``PlayerCommand``s have begun.
public struct PlayerState: Hashable, Sendable {
    public var snapshot: PlaybackSnapshot
    /// The time until the sleep timer ends the sound; nil if the timer is off.
    public var sleep: Duration?
    /// The alarm of the schedule that rings or is snoozed; nil if there is none.
    public var alarm: AlarmState?
    /// The addresses of web pages that search for the song that is heard.
    public var links: [SongLink]
    /// The player's status in words.
    package var status: StatusWords

    /// - Parameter links: the templates of the links.
    package init(
        _ snapshot: PlaybackSnapshot, sleep: Duration? = nil, alarm: AlarmState? = nil,
        links: [SongLinkTemplate] = SongLinkTemplate.usual
    ) {
        self.snapshot = snapshot
        (self.sleep, self.alarm) = (sleep, alarm)
        self.links = snapshot.nowPlaying?.track.links(links) ?? []
        status = StatusWords(snapshot)
    }

    init(
        _ snapshot: PlaybackSnapshot, sleep: Duration?, alarm: AlarmState?, links: [SongLink], status: StatusWords
    ) {
        self.snapshot = snapshot
        (self.sleep, self.alarm) = (sleep, alarm)
        self.links = links
        self.status = status
    }

    /// Returns the state after a time in which nothing changed, except that the sound went on.
    package func advanced(by age: Duration) -> PlayerState {
        var state = self
        state.sleep = sleep.map { max($0 - age, .zero) }
        state.alarm?.snooze = alarm?.snooze.map { max($0 - age, .zero) }
        for index in snapshot.recordings.indices { state.snapshot.recordings[index].advance(by: age) }
        guard snapshot.status == .playing else { return state }
        state.snapshot.currentTime = snapshot.currentTime + MediaTime(age)
        state.snapshot.heardDuration += age
        return state
    }
}
