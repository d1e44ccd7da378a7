/// The endless programme of the demo station: repeats the sound of ``DemoSound``, with a title for each of its four
/// sections.
///
/// A position is the number of bytes of sound since the station began. The length of a section is a multiple of
/// ``metaint``, and ``metaint`` is a multiple of the length of an MP3 frame. A connection that begins at a multiple of
/// ``metaint`` therefore gets each title exactly where its section begins.
struct DemoProgramme {
    static let name = "Longwave Demo"
    /// The number of bytes of sound between two metadata blocks: nine MP3 frames, which last 0.216 s.
    static let metaint = 9 * DemoSound.frameBytes
    static let bytesPerSecond = Double(DemoSound.frameBytes) * DemoSound.framesPerSecond
    static let bitrate = 64

    /// The titles of the four sections, in order.
    ///
    /// The second has an apostrophe, at which a careless parser of `StreamTitle='…';` ends the title. The third has
    /// letters beyond ASCII.
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

    /// Appends to `bytes` the sound from `position` to the next multiple of ``metaint``, where a metadata block
    /// follows.
    ///
    /// Returns the position after this sound.
    func append(from position: Int, to bytes: inout [UInt8]) -> Int {
        let end = (position / Self.metaint + 1) * Self.metaint
        let start = position % sound.count
        bytes += sound[start..<start + end - position]
        return end
    }

    /// Appends to `bytes` the metadata block that belongs at `position`.
    ///
    /// The block contains the section's title if it is the first of a section, or the first of a connection
    /// (`isFirst`). All other blocks are empty.
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
