import Longwave

/// The environment variables of a hook's program (docs/OPERATOR.md).
///
/// Values are cleaned of control characters and limited in length. If a fact, such as the artist, is unknown, its
/// variable is empty.
enum HookFacts {
    /// The largest number of characters of a variable's value.
    private static let maximumText = 1000

    /// Returns the values of all variables for a notification, by the variables' names, which begin with `LONGWAVE_`.
    static func variables(_ notification: PlaybackNotification) -> [String: String] {
        let snapshot = notification.snapshot
        let words = JSONLine.words(snapshot.status)
        let station = snapshot.item?.station
        var track = snapshot.nowPlaying?.track
        var error: PlaybackError?
        var recording: Recording?
        switch notification {
        case .metadataReceived(let new, _): track = new
        case .willRetry(let failure, _, _, _): error = .stream(failure)
        case .didFail(let failure, _): error = failure
        case .recordingDidChange(let changed, _): recording = changed
        default: break
        }
        let facts: KeyValuePairs<String, String?> = [
            "EVENT": notification.name, "STATUS": words.status, "REASON": words.reason,
            "STATION": snapshot.nowPlaying?.stationName ?? station?.name, "STATION_ID": station?.id,
            "URL": snapshot.stream?.url ?? station?.urls.first, "KIND": track?.kind.rawValue, "ARTIST": track?.artist,
            "TITLE": track?.title, "ALBUM": track?.album, "TEXT": track?.text,
            "ARTWORK_URL": snapshot.nowPlaying?.artworkURL, "DEVICE": snapshot.outputDevice,
            "VOLUME": "\(Int((snapshot.volume * 100).rounded()))", "ERROR": error?.sentence,
            "PROGRAMME": PlayerWords(snapshot).programme, "RECORDING": recording.map(Self.word),
            "FILE": recording?.path,
        ]
        return facts.reduce(into: [:]) { $0["LONGWAVE_" + $1.key] = clean($1.value ?? "") }
    }

    private static func clean(_ text: String) -> String {
        Credentials.hidden(in: PlainText.clean(String(text.prefix(maximumText))))
    }

    private static func word(_ recording: Recording) -> String {
        switch recording.state {
        case .recording: "recording"
        case .ended: "ended"
        case .failed: "failed"
        }
    }
}
