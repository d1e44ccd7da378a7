import Longwave

/// The output and the playback rate that the command line chooses. The output overrides the devices in the
/// configuration.
struct OutputChoice: Hashable, Sendable {
    /// The output: `null` for no sound, the path of a file, or the name of a device; nil for the devices in the
    /// configuration.
    let output: String?
    let isFast: Bool
    let overwrites: Bool
    let rate: Double

    init(output: String? = nil, isFast: Bool = false, overwrites: Bool = false, rate: Double = 1) {
        self.output = output
        self.isFast = isFast
        self.overwrites = overwrites
        self.rate = rate
    }

    static func isWave(_ output: String) -> Bool { output.lowercased().hasSuffix(".wav") }

    /// Returns the output in the form that the player's configuration needs.
    /// - Parameter devices: the names of the devices to use if ``output`` is nil, in order of preference.
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
