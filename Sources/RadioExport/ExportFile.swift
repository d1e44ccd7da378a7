import CLinux
import Glibc
import RadioAudio
import RadioLoop

/// The new file that an export writes.
///
/// The methods block on the disk, so an export calls them only on the disk's thread.
///
/// Until the file is complete, it has no name (`O_TMPFILE`). On a file system that does not support unnamed files, it
/// has a hidden name in the target's folder instead.
final class ExportFile: @unchecked Sendable {
    private let target: String
    private let wantsName: Bool
    /// The hidden path of the incomplete file; nil if it has no name or is complete.
    private var temporary: String?
    private var descriptor: Int32 = -1
    private var encoder: SoundEncoder?

    /// Prepares a new file with the path `target`. `open()` creates it.
    ///
    /// - Parameter wantsName: whether the incomplete file gets a hidden name even if the file system supports unnamed
    ///   files.
    init(_ target: String, wantsName: Bool = false) {
        self.target = target
        self.wantsName = wantsName
    }

    deinit { discard() }

    private func failure(_ code: Int32) -> ExportError {
        code == EEXIST ? .exists(target) : .notWritable(target, String(cString: strerror(code)))
    }

    func open() throws(ExportError) {
        var status = stat()
        guard stat(target, &status) != 0 else { throw .exists(target) }
        let slash = target.lastIndex(of: "/").map { target.index(after: $0) } ?? target.startIndex
        if !wantsName { descriptor = Self.openUnnamed(slash == target.startIndex ? "." : String(target[..<slash])) }
        if descriptor >= 0 { return }
        let hidden = "\(target[..<slash]).\(target[slash...].prefix(100)).\(getpid())-\(UInt32.random(in: 0...(.max)))"
        descriptor = Glibc.open(hidden, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw failure(errno) }
        temporary = hidden
    }

    /// Creates a file without a name.
    ///
    /// - Returns: the descriptor of a new file without a name in `folder`, or -1 if the system does not support such
    ///   files.
    private static func openUnnamed(_ folder: String) -> Int32 {
        let descriptor = longwave_open_unnamed(folder, 0o644)
        // `link()` gives the file its name through a path in /proc. Without /proc, an unnamed file is of no use.
        guard descriptor >= 0, access("/proc/self/fd/\(descriptor)", F_OK) != 0 else { return descriptor }
        close(descriptor)
        return -1
    }

    func encode(
        _ samples: [Float], _ preset: ExportPreset, _ format: PCMFormat, bits: Int?, _ tags: ExportTags
    ) throws(ExportError) {
        do throws(SoundEncoder.Failure) {
            if encoder == nil { encoder = try SoundEncoder(descriptor, preset, format, bits: bits, tags) }
            try encoder?.write(samples)
        } catch { throw failure(error) }
    }

    private func failure(_ error: SoundEncoder.Failure) -> ExportError {
        error.code == 0 ? .refused(error.text) : failure(error.code)
    }

    func write(_ bytes: [UInt8]) throws(ExportError) {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress! + done, bytes.count - done) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure(errno) }
            done += count
        }
    }

    /// Completes the file, waits until it is on the disk, and gives it the target's name.
    ///
    /// - Parameter header: bytes that replace the first bytes of the file, such as a header with the final length. If
    ///   empty, nothing is replaced.
    func finish(header: [UInt8] = []) throws(ExportError) {
        do throws(SoundEncoder.Failure) { try encoder?.finish() } catch { throw failure(error) }
        encoder = nil
        if !header.isEmpty, pwrite(descriptor, header, header.count, 0) != header.count { throw failure(errno) }
        guard fdatasync(descriptor) == 0 else { throw failure(errno) }
        let code = temporary.map { Folder.rename($0, to: target) } ?? link()
        if code == 0 { temporary = nil }
        discard()
        if code != 0 { throw failure(code) }
    }

    /// Gives the unnamed file the target's name. Returns 0, or the `errno` of the failure, such as `EEXIST`.
    private func link() -> Int32 {
        linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, target, AT_SYMLINK_FOLLOW) == 0 ? 0 : errno
    }

    /// Closes the file. Deletes it if it is incomplete, so that it does not have the target's name yet.
    func discard() {
        encoder = nil
        guard descriptor >= 0 else { return }
        close(descriptor)
        descriptor = -1
        if let temporary { unlink(temporary) }
    }
}
