import CLinux
import Glibc
import RadioAudio

/// The file of an export: written under another name beside its target, which it gets once it is whole. On the disk's thread.
final class ExportFile: @unchecked Sendable {
    private let target: String
    private let temporary: String
    private var descriptor: Int32 = -1
    private var encoder: SoundEncoder?

    init(_ target: String) {
        self.target = target
        let slash = target.lastIndex(of: "/").map { target.index(after: $0) } ?? target.startIndex
        temporary = "\(target[..<slash]).\(target[slash...].prefix(100)).\(getpid())-\(UInt32.random(in: 0...(.max)))"
    }

    deinit { discard() }

    private func failure(_ code: Int32) -> ExportError {
        code == EEXIST ? .exists(target) : .notWritable(target, String(cString: strerror(code)))
    }

    func open() throws(ExportError) {
        var status = stat()
        guard stat(target, &status) != 0 else { throw .exists(target) }
        descriptor = Glibc.open(temporary, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw failure(errno) }
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

    /// The target is there after it, whole.
    /// - Parameter header: takes the place of the first bytes.
    func finish(header: [UInt8] = []) throws(ExportError) {
        do throws(SoundEncoder.Failure) { try encoder?.finish() } catch { throw failure(error) }
        encoder = nil
        if !header.isEmpty, pwrite(descriptor, header, header.count, 0) != header.count { throw failure(errno) }
        guard fdatasync(descriptor) == 0 else { throw failure(errno) }
        close(descriptor)
        descriptor = -1
        if longwave_rename_new(temporary, target) == 0 { return }
        var code = errno
        if code == EINVAL || code == ENOSYS {
            // A file system that cannot do that at once.
            var status = stat()
            code = stat(target, &status) == 0 ? EEXIST : rename(temporary, target) == 0 ? 0 : errno
        }
        guard code != 0 else { return }
        unlink(temporary)
        throw failure(code)
    }

    /// Nothing is left of it.
    func discard() {
        encoder = nil
        guard descriptor >= 0 else { return }
        close(descriptor)
        descriptor = -1
        unlink(temporary)
    }
}
