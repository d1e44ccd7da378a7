import RadioAudio
import RadioJSON

/// Encodes devices of the sound server as JSON.
///
/// docs/JSON.md describes the members.
package enum DeviceJSON {
    package static func json(_ device: OutputDevice) -> JSONNode {
        .members([
            "name": .string(device.name), "description": .string(device.description),
            "state": .string(device.state.rawValue), "default": .bool(device.isDefault),
            "ports": .array(device.ports.map(json)), "sampleFormat": .string(device.sampleFormat),
            "sampleRate": .int(Int64(device.sampleRate)), "channels": .int(Int64(device.channelCount)),
            "volume": .number(device.volume), "muted": .bool(device.isMuted),
        ])
    }

    private static func json(_ port: OutputDevice.Port) -> JSONNode {
        .members([
            "name": .string(port.name), "description": .string(port.description),
            "availability": .string(port.availability.rawValue), "active": .bool(port.isActive),
        ])
    }
}
