/// The demo's endless programme: the loop of ``DemoSound`` with a title for each section.
///
/// Positions count bytes of sound since the station began. A section's length is a multiple of ``metaint``, and
/// ``metaint`` is a multiple of a frame's length. A listener that begins at a multiple of ``metaint`` therefore
/// receives each title at the first byte of the title's section.
struct DemoProgramme {
    static let name = "Longwave Demo"
    /// The bytes of sound between two metadata blocks: nine frames, which last 0.216 s.
    static let metaint = 9 * DemoSound.frameBytes
    static let bytesPerSecond = Double(DemoSound.frameBytes) * DemoSound.framesPerSecond
    static let bitrate = 64

    /// The titles of the sections.
    ///
    /// One title has an apostrophe, at which a careless parser cuts the title off. Another has letters beyond ASCII.
    static let titles = [
        "Longwave Demo - One: Lights on the Pier",
        "Longwave Demo - Two: The Harbour's Edge",
        "Longwave Demo - Three: Über den Dünen, à l'été",
        "Longwave Demo - Four: Back to the Shore",
    ]

    private let sound = DemoSound.bytes
    private static let sectionBytes = DemoSound.sectionFrames * DemoSound.frameBytes

    init() {
        precondition(sound.count == DemoSound.sections * Self.sectionBytes)
        precondition(Self.sectionBytes % Self.metaint == 0 && Self.titles.count == DemoSound.sections)
    }

    /// Appends the sound from `position` to the next multiple of ``metaint``.
    ///
    /// Returns the position after the sound.
    func append(from position: Int, to bytes: inout [UInt8]) -> Int {
        let end = (position / Self.metaint + 1) * Self.metaint
        let start = position % sound.count
        bytes += sound[start..<start + end - position]
        return end
    }

    /// Appends the metadata block at `position`.
    ///
    /// The first block of a section and a listener's first block hold the title. The other blocks are empty.
    func appendMetadata(at position: Int, isFirst: Bool, to bytes: inout [UInt8]) {
        guard isFirst || position % Self.sectionBytes == 0 else {
            bytes.append(0)
            return
        }
        let text = Array("StreamTitle='\(title(at: position))';".utf8)
        let units = (text.count + 15) / 16
        bytes.append(UInt8(units))
        bytes += text
        bytes += repeatElement(0, count: units * 16 - text.count)
    }

    func title(at position: Int) -> String {
        Self.titles[position / Self.sectionBytes % Self.titles.count]
    }
}
