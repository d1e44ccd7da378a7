import CDemoSound

/// The sound of the demo station: 4 sections of 180 MP3 frames each, which are repeated. `bin/make-demo-sound` makes
/// it.
///
/// The format is MP3 with 48 kHz, mono, 64 kbit/s. A frame has 192 bytes and lasts 24 ms.
enum DemoSound {
    static let frameBytes = 192
    static let framesPerSecond = 48000 / 1152.0
    static let sectionFrames = 180
    static let sections = 4

    /// All four sections, which are contained in the program's binary.
    static var bytes: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: longwave_demo_sound(), count: longwave_demo_sound_size())
    }
}
