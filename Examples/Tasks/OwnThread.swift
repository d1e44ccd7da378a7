import Longwave

func ownThread(_ address: String) throws {
    let radio = try Radio()
    radio.run { manager in
        var heard = 0
        var observation: PlaybackObservation?
        observation = manager.observe { notification in
            guard case .statusDidChange(let snapshot) = notification else { return }
            print(snapshot.status)
            guard snapshot.status == .playing else { return }
            heard += 1
            observation?.cancel()
            Task { await radio.shutDown() }
        }
        manager.play(PlaybackItem(url: address))
    }
    print("run returns after shutDown()")
}
