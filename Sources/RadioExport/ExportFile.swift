import CLinux
import Glibc
import RadioAudio

/// The file of an export.
///
/// Its methods block on the disk, so an export calls them only on the disk's thread.
///
/// The file has no name until it is complete (`O_TMPFILE`). On a file system without unnamed files, the file has a
/// hidden name in its target's folder until then.
final class ExportFile: @unchecked Sendable {
    private let target: String
    private let wantsName: Bool
    /// The hidden path, or nil for a file without a name.
    private var temporary: String?
    private var descriptor: Int32 = -1
    private var encoder: SoundEncoder?

    /// - Parameter wantsName: whether the file gets a hidden name even if the file system supports unnamed files.
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

    /// - Returns: the descriptor of a file without a name, or -1.
    private static func openUnnamed(_ folder: String) -> Int32 {
        let descriptor = longwave_open_unnamed(folder, 0o644)
        // An unnamed file gets its name through /proc, which must therefore exist.
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

    /// Completes the file and gives it its target name.
    ///
    /// - Parameter header: the bytes that replace the file's first bytes.
    func finish(header: [UInt8] = []) throws(ExportError) {
        do throws(SoundEncoder.Failure) { try encoder?.finish() } catch { throw failure(error) }
        encoder = nil
        if !header.isEmpty, pwrite(descriptor, header, header.count, 0) != header.count { throw failure(errno) }
        guard fdatasync(descriptor) == 0 else { throw failure(errno) }
        let code = temporary.map(rename) ?? link()
        if code == 0 { temporary = nil }
        discard()
        if code != 0 { throw failure(code) }
    }

    /// - Returns: 0 or `errno`.
    private func link() -> Int32 {
        linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, target, AT_SYMLINK_FOLLOW) == 0 ? 0 : errno
    }

    /// - Returns: 0 or `errno`.
    private func rename(_ temporary: String) -> Int32 {
        if longwave_rename_new(temporary, target) == 0 { return 0 }
        guard errno == EINVAL || errno == ENOSYS else { return errno }
        // The file system does not support a rename that never replaces a file, so the check for an existing file is a
        // separate step.
        var status = stat()
        return stat(target, &status) == 0 ? EEXIST : Glibc.rename(temporary, target) == 0 ? 0 : errno
    }

    /// Closes the file and deletes it, unless it has its target name.
    func discard() {
        encoder = nil
        guard descriptor >= 0 else { return }
        close(descriptor)
        descriptor = -1
        if let temporary { unlink(temporary) }
    }
}
