import CDemoSound

/// A loop of 4 sections of 180 MP3 frames each, made by `bin/make-demo-sound`.
///
/// The sound has 48 kHz, mono, 64 kbit/s. A frame has 192 bytes and lasts 24 ms.
enum DemoSound {
    static let frameBytes = 192
    static let framesPerSecond = 48000 / 1152.0
    static let sectionFrames = 180
    static let sections = 4

    /// The whole loop, which is part of the program's binary.
    static var bytes: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: longwave_demo_sound(), count: longwave_demo_sound_size())
    }
}
