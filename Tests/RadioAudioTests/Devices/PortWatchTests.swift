import Testing

@testable import RadioAudio

/// What a `PortWatch` reports about a sound card when headphones are unplugged or plugged in.
struct PortWatchTests {
    /// Returns a sound card whose active port is `on`. If `headphones` is nil, the card has no port for headphones.
    private static func device(
        _ headphones: OutputDevice.Port.Availability?, speaker: OutputDevice.Port.Availability = .unknown, on: String?
    ) -> OutputDevice {
        func port(_ name: String, _ availability: OutputDevice.Port.Availability) -> OutputDevice.Port {
            .init(name: name, description: name, availability: availability, isActive: name == on)
        }
        let ports = (headphones.map { [port("headphones", $0)] } ?? []) + [port("speaker", speaker)]
        return OutputDevice(name: "card", ports: ports)
    }

    private func news(_ devices: [OutputDevice]) -> [Bool?] {
        var watch = PortWatch(devices[0])
        return devices.dropFirst().map { watch.update($0) }
    }

    @Test("the server has switched to the speaker before it tells: PulseAudio's module-switch-on-port-available")
    func switched() {
        let plugged = Self.device(.available, on: "headphones")
        let pulled = Self.device(.unavailable, on: "speaker")
        #expect(news([plugged, pulled, pulled, plugged, plugged, pulled]) == [false, nil, true, nil, false])
    }

    @Test("nothing switches: the port stays active and empty")
    func notSwitched() {
        let plugged = Self.device(.available, on: "headphones")
        let pulled = Self.device(.unavailable, on: "headphones")
        #expect(news([plugged, pulled, plugged]) == [false, true])
        // The removal of the headphones and the change to the speaker are reported in two steps.
        #expect(news([plugged, pulled, Self.device(.unavailable, on: "speaker"), plugged]) == [false, nil, true])
    }

    @Test("plugged in again, but the sound stays where it was moved to")
    func staysOnSpeaker() {
        let plugged = Self.device(.available, on: "headphones")
        let pulled = Self.device(.unavailable, on: "speaker")
        #expect(news([plugged, pulled, Self.device(.available, on: "speaker"), plugged]) == [false, nil, true])
    }

    @Test("a listener chooses another port: nothing is lost, whatever happens to the one left")
    func chosen() {
        let speaker = Self.device(.available, on: "speaker")
        let pulled = Self.device(.unavailable, on: "speaker")
        #expect(news([Self.device(.available, on: "headphones"), speaker, pulled, speaker]) == [nil, nil, nil])
    }

    @Test("ports without detection, ports that vanish, devices without ports")
    func others() {
        let unknown = Self.device(.unknown, on: "headphones")
        #expect(news([unknown, unknown]) == [nil])
        #expect(news([unknown, Self.device(nil, on: "speaker"), unknown]) == [false, true])
        let none = OutputDevice(name: "null")
        #expect(news([none, none]) == [nil])
        // At the start, the port is active although no headphones are plugged in.
        let empty = Self.device(.unavailable, on: "headphones")
        #expect(news([empty, empty, unknown, empty]) == [nil, nil, false])
    }
}
