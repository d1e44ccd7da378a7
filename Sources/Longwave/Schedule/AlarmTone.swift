import CLinux
import Glibc
import RadioPlayer
import RadioStations

/// The sound of an alarm that needs no network, station or disk: beeps in a file in memory, which exists as long as the
/// object.
package final class AlarmTone {
    let item: PlaybackItem
    private let descriptor: Int32

    private static let rate = 16_000
    /// The length of the file in seconds. The player repeats it.
    private static let length = 10

    /// Returns nil if the system has no memory or descriptor left.
    init?() {
        let bytes = Self.wave
        descriptor = longwave_memory_file(bytes, bytes.count)
        guard descriptor >= 0 else { return nil }
        item = PlaybackItem(Station(name: "Alarm", urls: ["/proc/self/fd/\(descriptor)"]))
    }

    deinit { close(descriptor) }

    /// Whether an item is the tone of an earlier run of the program, which does not exist any more.
    package static func made(_ item: PlaybackItem) -> Bool { item.urls.first?.hasPrefix("/proc/self/fd/") == true }

    /// A WAV file of 16-bit samples: each second three beeps of two tones.
    private static var wave: [UInt8] {
        let samples = (0..<rate * length).map { place -> Int16 in
            let time = Double(place % rate) / Double(rate)
            let within = time.truncatingRemainder(dividingBy: 0.2)
            guard time < 0.6, within < 0.15 else { return 0 }
            // The ends of a beep are soft, so that it does not click.
            let envelope = min(1, within / 0.01, (0.15 - within) / 0.01)
            let sound = sin(2 * .pi * 880 * time) + sin(2 * .pi * 1320 * time)
            return Int16(sound * envelope * 0.35 * 32767)
        }
        func little(_ value: Int, _ bytes: Int) -> [UInt8] { (0..<bytes).map { UInt8(value >> ($0 * 8) & 255) } }
        let size = samples.count * 2
        let head =
            Array("RIFF".utf8) + little(36 + size, 4) + Array("WAVEfmt ".utf8) + little(16, 4) + little(1, 2)
            + little(1, 2) + little(rate, 4) + little(rate * 2, 4) + little(2, 2) + little(16, 2) + Array("data".utf8)
            + little(size, 4)
        return samples.reduce(into: head) { $0 += little(Int(UInt16(bitPattern: $1)), 2) }
    }
}
