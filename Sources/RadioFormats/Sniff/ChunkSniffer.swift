/// Recognises sound files that consist of chunks, WAVE and AIFF, by their first bytes.
enum ChunkSniffer {
    /// What the first bytes reveal about the file.
    enum Verdict {
        case kind(ContentKind)
        /// More bytes are needed.
        case undecided
        /// Neither WAVE nor AIFF, or a WAVE file with MPEG audio or ADTS. The caller then searches the bytes for
        /// frames.
        case noFile
    }

    /// Decides whether a WAVE or AIFF file begins with `bytes`.
    /// - Parameter isAll: whether no more bytes can come.
    static func verdict(_ bytes: UnsafeRawBufferPointer, isAll: Bool) -> Verdict {
        guard bytes.count >= ChunkFile.signLength, !TextSniffer.isText(bytes), let file = ChunkFile(bytes) else {
            return .noFile
        }
        guard case .wave(let isBigEndian) = file else { return .kind(.aiff) }
        var at = ChunkFile.signLength
        while at + 8 <= bytes.count {
            let (name, size) = file.chunkHead(UnsafeRawBufferPointer(rebasing: bytes[at...]))
            at += 8
            if name == "data" { return .kind(.wave) }
            if name == "fmt " {
                let length = min(Int(size), WaveDescription.maximumLength)
                guard at + length <= bytes.count else { break }
                let chunk = UnsafeRawBufferPointer(rebasing: bytes[at..<at + length])
                let holdsFrames = WaveDescription(chunk, isBigEndian: isBigEndian)?.holdsFrames ?? false
                return holdsFrames ? .noFile : .kind(.wave)
            }
            at += Int(size) + Int(size & 1)
        }
        return isAll ? .kind(.wave) : .undecided
    }
}
