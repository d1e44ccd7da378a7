import RadioFormats
import RadioStreams
import Testing

@testable import RadioPlayer

/// If no address of a station works, the `PlaybackMachine` asks for another address, which a directory may know.
struct PlaybackMachineMovedTests {
    private static let gone = StreamError.notFound(status: 404, "x")

    private static func script(addresses: Int) -> MachineScript {
        var script = MachineScript()
        script.send(.play(addressCount: addresses, mayHaveMoved: true))
        return script
    }

    @Test("it is looked for once each address has failed, and is tried at once")
    func found() {
        var script = Self.script(addresses: 2)
        #expect(!script.send(.streamEnded(Self.gone)).contains(.findAddress))
        script.advance(to: script.deadline!)
        let actions = script.send(.streamEnded(Self.gone))
        #expect(actions.deeds == [.closeStream, .findAddress])
        if case .waitingToPlay = script.status {} else { Issue.record("\(script.status)") }
        let next = script.at(3, .addressFound(addressCount: 3))
        #expect(next.addresses == [2] && next.published.contains(.didFindAddress))
        // The address that was found fails, too. The machine does not ask a second time.
        #expect(script.send(.streamEnded(Self.gone)).published.contains(.didFail(.stream(Self.gone))))
    }

    @Test("what ended the item is said when there is no other")
    func notFound() {
        var script = Self.script(addresses: 1)
        script.send(.streamEnded(Self.gone))
        #expect(script.send(.noAddressFound).published.contains(.didFail(.stream(Self.gone))))
        #expect(script.deadline == nil)
        // The answer with an address comes after the machine has given up. It changes nothing.
        #expect(script.send(.addressFound(addressCount: 2)) == [])
        // The listener starts the item again. If its addresses fail again, the machine asks for an address again.
        #expect(script.send(.resume(atLiveEdge: false)).opens == 1)
        #expect(script.send(.streamEnded(Self.gone)).contains(.findAddress))
    }

    @Test("nobody waits for ever for an answer")
    func noAnswer() {
        var script = Self.script(addresses: 1)
        script.send(.streamEnded(Self.gone))
        #expect(script.advance(to: 29).published.isEmpty)
        #expect(script.advance(to: 31).published.contains(.didFail(.stream(Self.gone))))
    }

    @Test("where trying again has hope, that goes on meanwhile")
    func unreachable() {
        var script = Self.script(addresses: 1)
        let actions = script.send(.streamEnded(.unreachable("x")))
        #expect(actions.contains(.findAddress) && actions.retries == 1)
        #expect(script.advance(to: script.deadline!).addresses == [0])
        #expect(!script.send(.streamEnded(.unreachable("x"))).contains(.findAddress))
        #expect(script.send(.addressFound(addressCount: 2)).addresses == [1])
    }

    @Test("an address that is found while another is tried has its turn")
    func meanwhile() {
        var script = Self.script(addresses: 1)
        script.send(.streamEnded(.unreachable("x")))
        script.advance(to: script.deadline!)
        #expect(script.send(.addressFound(addressCount: 2)).opens == 0)
        script.send(.streamEnded(.unreachable("x")))
        #expect(script.advance(to: script.deadline!).addresses == [1])
    }

    @Test(
        "what comes back by itself, or was heard, is not looked for",
        arguments: [StreamError.serverError(status: 503, "x", retryAfter: nil), .connectionLost("x"), .resources("x")])
    func notLookedFor(_ error: StreamError) {
        var script = Self.script(addresses: 1)
        #expect(!script.send(.streamEnded(error)).contains(.findAddress))
        var without = MachineScript()
        without.send(.play(addressCount: 1))
        #expect(without.send(.streamEnded(Self.gone)).published.contains(.didFail(.stream(Self.gone))))
        var heard = Self.script(addresses: 1)
        heard.send([.streamOpened(isFinite: false), .bytesReceived, .held(.seconds(2)), .consumed])
        #expect(heard.status == .playing)
        #expect(!heard.send(.streamEnded(Self.gone)).contains(.findAddress))
    }

    @Test("a pause and a stop end the waiting")
    func pauseAndStop() {
        var script = Self.script(addresses: 1)
        script.send(.streamEnded(Self.gone))
        script.send(.pause)
        #expect(script.send(.noAddressFound) == [])
        #expect(script.send(.resume(atLiveEdge: false)).opens == 1)
        #expect(script.send(.streamEnded(Self.gone)).published.contains(.didFail(.stream(Self.gone))))
        var stopped = Self.script(addresses: 1)
        stopped.send(.streamEnded(Self.gone))
        stopped.send(.stop)
        #expect(stopped.send(.addressFound(addressCount: 2)) == [])
        #expect(stopped.deadline == nil)
    }
}
