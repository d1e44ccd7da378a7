import LongwaveTerminal
import RadioJSON

/// Describes the player's notifications for the option `-v`, which helps with bug reports. Each line begins with the
/// seconds since the play session began.
struct VerboseLog {
    let start: MonotonicInstant

    func line(_ text: String, at now: MonotonicInstant) -> String {
        let milliseconds = max(0, start.duration(to: now).nanoseconds / 1_000_000)
        let fraction = String(1000 + milliseconds % 1000).dropFirst()
        return "[\(milliseconds / 1000).\(fraction)] \(text)"
    }

    /// Returns a notification in words; nil for `bufferDidChange`, which the player sends once a second only to update
    /// a shown position.
    func text(_ notification: PlaybackNotification) -> String? {
        var words = [notification.name]
        switch notification {
        case .metadataReceived(let track, _): words.append("\"\(track.text)\" (\(track.kind.rawValue))")
        case .willRetry(let error, let attempt, let after, _):
            words.append("try \(attempt) after \(JSONNode.seconds(after).text()) s: \(error.sentence)")
        case .didFail(let error, _): words.append(error.sentence)
        case .didFindAddress(let url, _): words.append(url)
        case .interruptionBegan(let kind, _): words.append(kind.rawValue)
        case .interruptionEnded(let kind, let shouldResume, _):
            words.append("\(kind.rawValue), \(shouldResume ? "resumes" : "stays paused")")
        case .outputRouteDidChange(let reason, _): words.append(reason.rawValue)
        case .didDropHeld(let duration, _): words.append(seconds(duration))
        case .bufferDidChange: return nil
        default: break
        }
        words.append(state(notification.snapshot))
        return words.joined(separator: " ")
    }

    /// Returns all facts of a snapshot, on one line.
    private func state(_ snapshot: PlaybackSnapshot) -> String {
        let words = JSONLine.words(snapshot.status)
        var parts = ["status=\(words.status)" + (words.reason.map { "(\($0))" } ?? "")]
        parts.append("intent=\(snapshot.intent.rawValue) download=\(snapshot.download) sound=\(snapshot.sound)")
        if !snapshot.suppressions.isEmpty { parts.append("suppressions=\(snapshot.suppressions)") }
        if let stream = snapshot.stream {
            parts.append("stream=\(stream.url) \(stream.summary)")
            if let pcm = stream.pcm { parts.append("\(pcm.sampleRate) Hz \(pcm.channelCount) ch") }
            parts.append("type=\(stream.contentType ?? "none") titles=\(stream.hasTitles ? "yes" : "no")")
        }
        if snapshot.joins.joined + snapshot.joins.appended > 0 {
            parts.append("joined=\(snapshot.joins.joined) appended=\(snapshot.joins.appended)")
        }
        if let device = snapshot.outputDevice { parts.append("device=\(device)") }
        parts.append("buffer=\(seconds(PlayerWords(snapshot).bufferedDuration)) offset=\(seconds(snapshot.liveOffset))")
        return parts.joined(separator: " ")
    }

    private func seconds(_ duration: Duration) -> String {
        let hundredths = Int64((duration.inSeconds * 100).rounded())
        return JSONNode.number(Double(hundredths) / 100).text() + "s"
    }
}
