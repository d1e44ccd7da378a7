import Glibc
import RadioFormats
import RadioStreams

/// Feeds a `CaptureInspector` and hashes the sound in it. Memory stays bounded, however much is fed.
public final class InspectionReader {
    private var inspector: CaptureInspector
    private let digest = Sha256()
    private let charset: String?

    /// What one read(2) asks for.
    private static let chunk = 64 * 1024

    /// - Parameters:
    ///   - form: what the input is taken for.
    ///   - metaint: bytes of sound between two metadata blocks instead of what a head says; 0: there are no blocks.
    ///   - charset: of the titles (an IANA name), where the station declares one.
    public init(_ form: CaptureInspector.Form = .stream(nil), metaint: Int? = nil, charset: String? = nil) {
        inspector = CaptureInspector(form, metaint: metaint)
        self.charset = charset
    }

    public func feed(_ bytes: UnsafeRawBufferPointer) {
        let digest = digest
        inspector.feed(bytes) { digest.update($0) }
    }

    /// Says that nothing follows; called once, and last.
    public func finish() -> Inspection {
        let digest = digest
        let report = inspector.finish { digest.update($0) }
        return Inspection(report, soundSHA256: digest.hexadecimal, charset: charset)
    }

    // MARK: Files

    /// Reads a file to its end. It blocks: not for an event loop.
    public func read(path: String) throws(StreamError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        if descriptor < 0 {
            let code = errno
            if code == ENOENT || code == ENOTDIR { throw .fileMissing(path) }
            throw .fileUnreadable("\(path): \(String(cString: strerror(code)))")
        }
        defer { close(descriptor) }
        try read(descriptor: descriptor, named: path)
    }

    /// Reads a descriptor to its end, standard input perhaps. It blocks.
    /// - Parameters:
    ///   - descriptor: open for reading; it stays open.
    ///   - name: for the error.
    public func read(descriptor: Int32, named name: String) throws(StreamError) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.chunk, alignment: 16)
        defer { buffer.deallocate() }
        while true {
            let count = Glibc.read(descriptor, buffer.baseAddress!, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .fileUnreadable("\(name): \(String(cString: strerror(errno)))") }
            if count == 0 { return }
            feed(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
    }
}
