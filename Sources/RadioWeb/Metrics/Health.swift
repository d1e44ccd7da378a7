import Longwave

/// Whether a player does what it should, for load balancers and watchers of kiosks.
struct Health: Hashable {
    /// `ok`, or what keeps the wanted sound away.
    let word: String
    var isFine: Bool { word == "ok" }

    init(_ snapshot: PlaybackSnapshot) {
        let words = JSONLine.words(snapshot.status)
        switch snapshot.status {
        case .failed: word = "failed"
        case .waitingToPlay: word = words.reason ?? "waiting"
        case .paused(.outputDeviceRemoved): word = "outputDeviceRemoved"
        case .stopped, .playing, .paused, .ended: word = "ok"
        }
    }
}
