import RadioLoop

/// Plays nowhere, in real time: takes sound as a sound server with the same buffer would, and drops it.
package final class NullOutput: PacedOutput {
    package init(loop: EventLoop, format: PCMFormat, configuration: OutputConfiguration = .init()) {
        super.init(loop: loop, format: format, configuration: configuration, deviceName: "null", isInstant: false)
    }
}
