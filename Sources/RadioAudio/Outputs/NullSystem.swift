import RadioLoop

/// Makes ``NullOutput``s.
public final class NullSystem: AudioOutputSystem {
    public var onEvent: ((AudioSystemEvent) -> Void)?
    private let loop: EventLoop

    public init(loop: EventLoop) { self.loop = loop }

    public func makeOutput(_ format: PCMFormat, configuration: OutputConfiguration) -> any AudioOutput {
        NullOutput(loop: loop, format: format, configuration: configuration)
    }

    /// Nothing to connect to.
    public func warmUp() {}
    public func shutDown() {}
}
