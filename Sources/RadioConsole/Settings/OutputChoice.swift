import Longwave

/// Where this run's sound goes instead of a device of the configuration, and how fast it goes by.
public struct OutputChoice: Hashable, Sendable {
    /// `null`, a file, or a device's name; nil: what the configuration says.
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

    /// - Parameter devices: where nothing is chosen.
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
