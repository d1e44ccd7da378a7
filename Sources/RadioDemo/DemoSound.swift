import CDemoSound

/// A loop of 4 sections of 180 MP3 frames each, made by `bin/make-demo-sound`: 48 kHz, mono, 64 kbit/s, 192 bytes and 24 ms a
/// frame.
enum DemoSound {
    static let frameBytes = 192
    static let framesPerSecond = 48000 / 1152.0
    static let sectionFrames = 180
    static let sections = 4

    /// The whole loop, which is a part of the program.
    static var bytes: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: longwave_demo_sound(), count: longwave_demo_sound_size())
    }
}
