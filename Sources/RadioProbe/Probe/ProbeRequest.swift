import RadioStreams

/// The address of a probe, with its limits of time and size.
package struct ProbeRequest: Hashable, Sendable {
    package static let maximumSecondsForTitle = 10

    /// The request for the address. If it delivers a list, the list's addresses are opened.
    package var stream: StreamRequest
    /// The charset that the station declares for its titles, if any.
    package var charset: String?
    /// The station's name in its list. A title that only repeats this name or `icy-name` counts as no title.
    package var stationName: String?
    /// How long the probe listens after the first sound.
    ///
    /// If the server announces titles but not enough bytes for the first title have arrived by then, the probe waits up
    /// to ``maximumSecondsForTitle`` seconds longer.
    package var listening: Duration
    /// The maximum number of bytes of a response's body. The probe ends when they have arrived, even before
    /// ``listening`` has passed.
    package var maximumBytes: Int
    /// The time limit from the headers to the first sound.
    package var soundTimeout: Duration

    /// Creates a request. By default, the probe listens for 3 s and takes at most 64 MiB of a response's body.
    package init(
        url: String, listening: Duration = .seconds(3), maximumBytes: Int = 64 << 20,
        soundTimeout: Duration = .seconds(15)
    ) {
        stream = StreamRequest(url: url)
        (self.listening, self.maximumBytes, self.soundTimeout) = (listening, maximumBytes, soundTimeout)
    }
}
