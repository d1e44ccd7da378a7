import Longwave

/// The playback rate and the output of this run. The output overrides the configuration's devices.
public struct OutputChoice: Hashable, Sendable {
    /// The output: `null`, a file, or a device's name; nil for the configuration's devices.
    let output: String?
    let isFast: Bool
    let overwrites: Bool
    let rate: Double

    public init(output: String? = nil, isFast: Bool = false, overwrites: Bool = false, rate: Double = 1) {
        self.output = output
        self.isFast = isFast
        self.overwrites = overwrites
        self.rate = rate
    }

    public static func isWave(_ output: String) -> Bool { output.lowercased().hasSuffix(".wav") }

    /// Returns the chosen output for the player's configuration.
    /// - Parameter devices: the devices to use if no output is chosen.
    func playbackOutput(devices: [String]) -> PlaybackConfiguration.Output {
        switch output {
        case nil: .pulse(devices: devices)
        case "null": .null
        case let output? where Self.isWave(output): .file(path: output, isFast: isFast, overwrites: overwrites)
        case let output?:
            if let kind = PacketFileKind(path: output) {
                .packets(path: output, kind: kind, overwrites: overwrites)
            } else {
                .pulse(devices: [output])
            }
        }
    }
}
