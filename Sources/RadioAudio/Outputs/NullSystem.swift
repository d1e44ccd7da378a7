import RadioLoop

/// Creates ``NullOutput``s.
package final class NullSystem: AudioOutputSystem {
    package var onEvent: ((AudioSystemEvent) -> Void)?
    private let loop: EventLoop

    package init(loop: EventLoop) { self.loop = loop }

    package func makeOutput(_ format: PCMFormat, configuration: OutputConfiguration) -> any AudioOutput {
        NullOutput(loop: loop, format: format, configuration: configuration)
    }

    /// Does nothing, because there is no server.
    package func warmUp() {}
    package func shutDown() {}
    package var mixes: Bool { true }
}
