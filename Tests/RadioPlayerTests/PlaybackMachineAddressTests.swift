import RadioFormats
import RadioLoop
import RadioStreams
import Testing

@testable import RadioPlayer

/// The order in which a `PlaybackMachine` tries the addresses of a station.
struct PlaybackMachineAddressTests {
    private static let broken = StreamError.connectionLost("x")

    @Test("Retry-After is the one address's: the others are tried meanwhile")
    func retryAfterOfOne() {
        var script = MachineScript(.kiosk)
        script.send(.play(addressCount: 2))
        script.send(.streamEnded(.serverError(status: 503, "0", retryAfter: .seconds(20))))
        var tries: [(address: Int, time: Double)] = []
        while script.seconds < 21.5 {
            if script.facts.download == .connecting { script.send(.streamEnded(.unreachable("1"))) }
            let time = script.deadline!
            tries += script.advance(to: time).addresses.map { ($0, time) }
        }
        #expect(tries.filter { $0.time < 19.9 }.allSatisfy { $0.address == 1 })
        #expect(tries.filter { $0.time < 19.9 }.count > 15)
        #expect(tries.contains { $0.address == 0 && $0.time < 21.5 })
    }

    @Test("an answer that breaks the rules may be a dozen redirects: two seconds between")
    func unruly() {
        var script = MachineScript.playing()
        script.at(3, .streamEnded(.protocolViolation("redirects")))
        for _ in 0..<5 {
            let time = script.seconds
            script.advance(to: script.deadline!)
            #expect(script.seconds >= time + 2)
            script.send(.streamEnded(.protocolViolation("redirects")))
        }
    }

    @Test("twenty addresses are not tried in one moment")
    func manyAddresses() {
        var script = MachineScript()
        script.send(.play(addressCount: 20))
        var opens = 1
        while script.seconds < 1 {
            if script.facts.download == .connecting { script.send(.streamEnded(.unreachable("x"))) }
            opens += script.advance(to: script.deadline!).opens
        }
        #expect(opens <= 10)
    }

    // MARK: The address that works

    @Test("a connection that breaks is made again where it was, then the others come")
    func interrupted() {
        var script = MachineScript.playing(addresses: 3)
        script.send(.soundReceived)
        #expect(script.machine.workingAddress == 0)
        script.at(3, .streamEnded(Self.broken))
        #expect(script.advance(to: 3).addresses == [0])
        // The new connection to the address that worked is closed at once. The machine tries the next address.
        script.send([.streamOpened(isFinite: false), .streamEnded(Self.broken)])
        #expect(script.advance(to: 3).addresses == [1])
        #expect(script.machine.workingAddress == 0)
        script.connect()
        script.send(.soundReceived)
        #expect(script.machine.workingAddress == 1, "its sound is heard")
        // The server of the current address no longer answers. The machine tries the next address at once.
        script.advance(to: 30)
        #expect(script.facts.reconnectCount > 2)
    }

    @Test("a server that closes after a second of sound counts as failing until 10 s were heard")
    func connectCloseLoop() {
        var script = MachineScript.playing()
        script.at(1, .streamEnded(Self.broken))
        var opens = 0
        while script.seconds < 30 {
            opens += script.advance(to: script.seconds + 0.1).opens
            guard script.facts.download == .connecting else { continue }
            script.send([.streamOpened(isFinite: false), .bytesReceived, .soundReceived, .streamEnded(Self.broken)])
        }
        // The first three tries have almost no wait. Then there is one try per second, with 10% of jitter.
        #expect(opens > 25 && opens <= 36, "\(opens)")
    }

    @Test("play begins with the address that worked last time, and again with it after a failure")
    func firstAddress() {
        var script = MachineScript()
        #expect(script.send(.play(addressCount: 3, first: 2)).addresses == [2])
        script.connect()
        script.send(.soundReceived)
        script.send(.consumed)
        #expect(script.machine.workingAddress == 2)
        script.send(.stop)
        #expect(script.send(.resume(atLiveEdge: false)).addresses == [2])
        script.send(.streamEnded(.unreachable("2")))
        #expect(script.advance(to: 0).addresses == [0])
        // For another item, the machine does not use the address that it remembered. It treats an invalid index as 0.
        #expect(script.send(.play(addressCount: 2)).addresses == [0])
        #expect(script.machine.workingAddress == nil)
        #expect(script.send(.play(addressCount: 2, first: 7)).addresses == [0])
        #expect(script.send(.play(addressCount: 2, first: -1)).addresses == [0])
    }
}
