import Longwave
import RadioFormats
import RadioJSON

/// The player's state in the words of MPD. Pure.
struct MPDStatus {
    let snapshot: PlaybackSnapshot
    let queue: PlaybackQueue

    /// The answer to `status`.
    /// - Parameter version: the number of the queue's version.
    func text(version: Int) -> String {
        var text = MPDText.pair("volume", volume)
        text += MPDText.pair("repeat", queue.repeatMode == .none ? 0 : 1)
        text += MPDText.pair("random", queue.isShuffled ? 1 : 0)
        text += MPDText.pair("single", queue.repeatMode == .one ? 1 : 0) + "consume: 0\npartition: default\n"
        text += MPDText.pair("playlist", version) + MPDText.pair("playlistlength", queue.entries.count)
        text += "mixrampdb: 0\n" + MPDText.pair("state", state)
        if let entry = queue.currentEntry {
            text += MPDText.pair("song", queue.index) + MPDText.pair("songid", entry.id)
        }
        if state != "stop" { text += playing }
        if case .failed(let error) = snapshot.status {
            text += MPDText.pair("error", MPDText.line(error.sentence))
        }
        if let next {
            text += MPDText.pair("nextsong", next) + MPDText.pair("nextsongid", queue.entries[next].id)
        }
        return text
    }

    /// Full volume is 100. A muted player has the volume 0, because MPD knows no mute.
    var volume: Int { snapshot.isMuted ? 0 : min(max(Int(nearest: snapshot.volume * 100), 0), 100) }

    var state: String {
        switch snapshot.status {
        case .stopped, .ended, .failed: "stop"
        case .paused: "pause"
        case .playing, .waitingToPlay: "play"
        }
    }

    private var next: Int? {
        if queue.isEmpty { return nil }
        if queue.repeatMode == .one { return queue.index }
        if queue.index + 1 < queue.entries.count { return queue.index + 1 }
        return queue.repeatMode == .all ? 0 : nil
    }

    private var playing: String {
        let elapsed = max(snapshot.currentTime.isNumeric ? snapshot.currentTime.seconds : 0, 0)
        let length = snapshot.stream?.duration?.inSeconds
        var text = "time: \(Int(nearest: elapsed)):\(Int(nearest: length ?? 0))\n"
        text += MPDText.pair("elapsed", MPDText.seconds(elapsed))
        text += MPDText.pair("bitrate", ((snapshot.stream?.bitRate ?? 0) + 500) / 1000)
        if let length { text += MPDText.pair("duration", MPDText.seconds(length)) }
        if let pcm = snapshot.stream?.pcm {
            let bits = snapshot.stream?.format?.bitsPerSample.map { "\($0)" } ?? "f"
            text += "audio: \(pcm.sampleRate):\(bits):\(pcm.channelCount)\n"
        }
        return text
    }

    /// The queue's entry at a place, with what is heard if it plays.
    func song(_ place: Int) -> MPDSong {
        let entry = queue.entries[place]
        var song = MPDSong(entry, at: place)
        guard place == queue.index, state != "stop", snapshot.item?.station == entry.item.station else { return song }
        song.isHeard = true
        song.duration = snapshot.stream?.duration
        if let track = snapshot.nowPlaying?.track, track.kind != .none, !track.text.isEmpty { song.track = track }
        return song
    }
}
