import Glibc
import RadioFormats
import RadioJSON
import RadioTape

/// Fuzzes the tape that another process hands over. Input: JSON. The file has four slots.
enum CarriedTapeTarget: FuzzTarget {
    static let name = "CarriedTape"

    private static let file: TapeFile = {
        let stream = tmpfile()
        let descriptor = fcntl(fileno(stream), F_DUPFD_CLOEXEC, 0)
        require(ftruncate(descriptor, 4 << 16) == 0, "no file")
        return TapeFile(descriptor)
    }()

    static func run(_ input: UnsafeRawBufferPointer) {
        let limits = TapeLimits(duration: .seconds(60))
        guard let value = try? JSONReader.read(Array(input)),
            let tape = try? CarriedTape(value, file, limits: limits)
        else { return }
        require(!tape.packets.isEmpty && tape.packets.lowerBound >= 0, "\(tape.packets)")
        require(tape.heard < max(tape.times.upperBound, 1), "\(tape.heard) in \(tape.times)")
        let first = tape.beginning(ofLast: .init(seconds: 60))
        require(tape.packets.contains(first.number) && first.time <= tape.times.upperBound, "\(first)")
        let text = tape.json.text()
        let again = try? CarriedTape(JSONReader.read(Array(text.utf8)), file, limits: limits)
        // Numbers above 2⁵³ are not exact in JSON, so that they are refused.
        require(again == nil || again?.json.text() == text, text)
    }
}
