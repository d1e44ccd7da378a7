import RadioAudio
import TestSupport
import Testing

@testable import RadioPlayer

/// An observer releases the player while the player reports something. The objects that were about to call the player
/// are still in use then.
@Suite struct PlayerReleaseTests {
    @Test func whoeverHearsOfAFailureMayReleaseThePlayer() throws {
        let rig = try PlayerRig()
        weak let player = rig.player
        rig.player.onNotification = { [weak rig] in
            if case .statusDidChange(let snapshot) = $0, case .failed = snapshot.status { rig?.release() }
        }
        rig.play("/nowhere/missing.mp3")
        #expect(rig.loop.turn { player == nil })
    }

    @Test func whoeverHearsOfADeviceMayReleaseThePlayer() throws {
        let rig = try PlayerRig()
        weak let player = rig.player
        rig.play(Sample.mp3.path)
        #expect(rig.fills(.seconds(1)))
        rig.hear(.milliseconds(100))
        rig.output?.fail(.noDevice("gone"))
        #expect(rig.loop.turn { rig.status == .waitingToPlay(.noOutputDevice) })
        rig.player.onNotification = { [weak rig] in
            if case .statusDidChange = $0 { rig?.release() }
        }
        rig.system.send(.deviceAdded(name: "fake"))
        #expect(rig.loop.turn { player == nil })
    }

    /// A sink vanishes whenever a stream starts on it.
    @Test func aSinkThatVanishesAtEachStartIsLeftInPeace() throws {
        let rig = try PlayerRig()
        rig.play(Sample.mp3.path)
        #expect(rig.fills(.seconds(1)))
        rig.hear(.milliseconds(100))
        func vanish() throws {
            let count = rig.system.outputs.count
            rig.output?.fail(.noDevice("gone"))
            #expect(rig.loop.turn { rig.status == .waitingToPlay(.noOutputDevice) })
            rig.system.send(.deviceAdded(name: "fake"))
            for _ in 0..<10 { rig.loop.turn(mayBlock: false) }
            #expect(rig.system.outputs.count >= count)
        }
        var waits: [Int] = []
        for _ in 0..<6 {
            let count = rig.system.outputs.count
            try vanish()
            var waited = 0
            while rig.system.outputs.count == count, waited < 100 {
                rig.loop.pass(.milliseconds(500))
                for _ in 0..<10 { rig.loop.turn(mayBlock: false) }
                waited += 1
            }
            waits.append(waited)
            #expect(rig.loop.turn { rig.output != nil })
        }
        #expect(waits[1] == 0 && waits.dropFirst(2) == waits.dropFirst(2).sorted()[...] && waits[5] > 8, "\(waits)")
    }
}
