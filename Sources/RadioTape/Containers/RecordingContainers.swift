import RadioFormats

/// Finds the container for a stream.
package enum RecordingContainers {
    /// Returns the container that fits a stream; nil if there is none.
    /// - Parameters:
    ///   - format: the stream's format.
    ///   - first: the first packet of the file.
    ///   - tags: the tags; nil for a file that contains only the packets.
    ///   - joinsLinks: whether the links of an Ogg chain become one.
    package static func container(
        for format: MediaFormat, first: UnsafeRawBufferPointer, tags: RecordingTags?, joinsLinks: Bool = false
    ) -> (any RecordingContainer)? {
        switch format.framing {
        case .mpegAudio: MpegAudioContainer(first: first, tags: tags)
        case .adts, .raw: AdtsContainer()
        case .flac(let info): tags.flatMap { FlacContainer(info, first: first, tags: $0) }
        case .vorbis, .opus: tags.flatMap { OggContainer(format, tags: $0, joinsLinks: joinsLinks) }
        case .pcm: nil
        }
    }
}
