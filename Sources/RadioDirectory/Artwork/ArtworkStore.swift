import Glibc
import RadioFormats
import RadioHTTP
import RadioLoop
import RadioStations

/// The cache's files: pictures named by the digest of their bytes, smaller copies, and for each address an entry that
/// names its picture. Any file may be deleted at any time.
///
/// Each file is written under a temporary name, then renamed. So a reader always sees a complete file, even after a
/// crash, and several programs may use one folder. The modification time of a file is the time of its last use. Every
/// call blocks while files are read or written, so a store is used on a background thread only.
struct ArtworkStore: Sendable {
    let folder: String
    /// Maximum size in bytes of all files. If the files exceed the maximum, the least recently used ones are deleted
    /// until a tenth of the maximum is free.
    var maximumBytes: Int
    /// Maximum size of one picture in bytes.
    var maximumPicture: Int
    /// A name that is part of the names of unfinished files. It distinguishes this cache's unfinished files from those
    /// of other caches that use the folder.
    let mark: String

    static let maximumFiles = 4096
    /// Maximum size of an entry in bytes.
    private static let maximumEntry = 32_768
    /// The bytes with which every complete PNG ends: the chunk IEND (ISO/IEC 15948 §11.2.5).
    private static let pngEnd: [UInt8] = [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]

    // MARK: Entries

    private func path(of source: String) -> String { "\(folder)/\(Self.digest(Array(source.utf8))).json" }

    /// Returns the entry of an address, and marks the entry as used.
    func entry(of source: String, now: Int64) -> ArtworkEntry? {
        let path = path(of: source)
        guard let text = try? LocalFile.read(path, maximum: Self.maximumEntry),
            let entry = ArtworkEntry(text, source: source)
        else { return nil }
        touch(path, now)
        return entry
    }

    /// Stores an entry. If the cache cannot write to its folder, nothing is stored.
    func keep(_ entry: ArtworkEntry, now: Int64) {
        let text = Array(entry.text.utf8)
        let path = path(of: entry.source)
        guard text.count <= Self.maximumEntry,
            (try? LocalFile.replace(path, with: text, mark: mark)) != nil
        else { return }
        touch(path, now)
        removeOldest()
    }

    // MARK: Pictures

    /// Stores a picture. Equal pictures are stored once. Only the largest picture of an icon is stored.
    /// - Parameter source: the picture's name in error messages, such as its address.
    func keep(_ bytes: [UInt8], of source: String, now: Int64) throws(ArtworkError) -> StoredPicture {
        guard bytes.count <= maximumPicture else { throw .tooLarge(source, maximum: maximumPicture) }
        var bytes = bytes
        let header: ImageHeader
        do throws(ImageProblem) {
            bytes = try IconFile.largestPicture(of: bytes) ?? bytes
            header = try ImageHeader.read(bytes)
        } catch { throw .notUsed(source, error) }
        let digest = Self.digest(bytes)
        let name = "\(digest).\(header.kind.fileExtension)"
        if let there = picture(name, now: now) { return there }
        do throws(LocalFile.Failure) {
            try LocalFile.replace("\(folder)/\(name)", with: bytes, mark: mark)
        } catch { throw .unwritable(folder, reason: error.reason) }
        touch("\(folder)/\(name)", now)
        removeOldest()
        return StoredPicture(digest: digest, header: header, path: "\(folder)/\(name)", byteCount: bytes.count)
    }

    /// Returns the picture with a file name and marks it as used; nil if there is no such picture. A damaged picture is
    /// deleted.
    func picture(_ name: String, now: Int64) -> StoredPicture? {
        let path = "\(folder)/\(name)"
        guard let bytes = try? LocalFile.read(path, maximum: maximumPicture) else { return nil }
        let digest = Self.digest(bytes)
        guard name.hasPrefix(digest + "."), let header = try? ImageHeader.read(bytes) else {
            unlink(path)
            return nil
        }
        touch(path, now)
        return StoredPicture(digest: digest, header: header, path: path, byteCount: bytes.count)
    }

    /// Reads a picture outside the cache. The file is not copied to the cache. For an icon, its largest picture is
    /// stored in the cache.
    func local(_ path: String, now: Int64) throws(ArtworkError) -> StoredPicture {
        var status = stat()
        guard stat(path, &status) == 0 else {
            throw errno == ENOENT ? .noSuchFile(path) : .unreadable(path, reason: String(cString: strerror(errno)))
        }
        // Only regular files are read, because reading a device might never end.
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notUsed(path, .notAnImage) }
        let bytes: [UInt8]
        do throws(LocalFile.Failure) { bytes = try LocalFile.read(path, maximum: maximumPicture) } catch {
            throw .unreadable(path, reason: error.reason)
        }
        guard bytes.count <= maximumPicture else { throw .tooLarge(path, maximum: maximumPicture) }
        let header: ImageHeader
        do throws(ImageProblem) { header = try ImageHeader.read(bytes) } catch { throw .notUsed(path, error) }
        if header.kind == .ico { return try keep(bytes, of: path, now: now) }
        return StoredPicture(digest: Self.digest(bytes), header: header, path: path, byteCount: bytes.count)
    }

    // MARK: Copies

    /// Returns the file name of a picture's copy whose longest side has `side` pixels. `digest` identifies the picture.
    static func copyName(of digest: String, side: Int) -> String { "\(digest)-\(side).png" }

    /// Returns the path to which a program must write a copy, and creates its folder.
    func draftPath(_ name: String) throws(ArtworkError) -> String {
        do throws(UserFolders.Unmade) { try UserFolders.make(folder) } catch {
            throw .unwritable(folder, reason: error.reason)
        }
        let path = "\(folder)/\(name).\(mark).new"
        unlink(path)
        return path
    }

    /// Returns an existing copy and marks it as used; nil if it does not exist. A damaged copy is deleted.
    func copy(_ name: String, side: Int, now: Int64) -> StoredPicture? {
        let path = "\(folder)/\(name)"
        guard let copy = read(path, side: side) else { return nil }
        touch(path, now)
        return copy
    }

    /// Moves a program's output to the path of the copy. Returns nil if the output is not a PNG picture with at most
    /// `side` pixels on its longest side.
    func take(draft: String, as name: String, side: Int, now: Int64) -> StoredPicture? {
        guard var copy = read(draft, side: side), rename(draft, "\(folder)/\(name)") == 0 else {
            unlink(draft)
            return nil
        }
        copy.path = "\(folder)/\(name)"
        touch(copy.path, now)
        removeOldest()
        return copy
    }

    /// Deletes the output of a program that failed.
    func drop(draft: String) { unlink(draft) }

    private func read(_ path: String, side: Int) -> StoredPicture? {
        guard let bytes = try? LocalFile.read(path, maximum: maximumPicture) else { return nil }
        guard bytes.count <= maximumPicture, bytes.suffix(Self.pngEnd.count).elementsEqual(Self.pngEnd),
            let header = try? ImageHeader.read(bytes), header.kind == .png, header.longestSide <= side
        else {
            unlink(path)
            return nil
        }
        return StoredPicture(digest: Self.digest(bytes), header: header, path: path, byteCount: bytes.count)
    }

    // MARK: Size limit

    /// Deletes the least recently used files if there are too many files or bytes.
    private func removeOldest() {
        var files = LocalFile.names(in: folder).compactMap { name in
            LocalFile.State("\(folder)/\(name)").map {
                (path: "\(folder)/\(name)", size: Int($0.size), used: $0.changed)
            }
        }
        var bytes = files.reduce(0) { $0 + $1.size }
        var count = files.count
        guard bytes > maximumBytes || count > Self.maximumFiles else { return }
        files.sort { $0.used < $1.used }
        // The most recently used file is kept, whatever its size.
        for file in files.dropLast() where bytes > maximumBytes / 10 * 9 || count > Self.maximumFiles / 10 * 9 {
            unlink(file.path)
            bytes -= file.size
            count -= 1
        }
    }

    private func touch(_ path: String, _ now: Int64) {
        let time = timespec(tv_sec: Int(now / 1000), tv_nsec: Int(now % 1000) * 1_000_000)
        _ = utimensat(AT_FDCWD, path, [time, time], 0)
    }

    /// Returns 160 bits of SHA-256 (FIPS 180-4) in hexadecimal digits. Nobody can make two pictures with the same
    /// digest.
    private static func digest(_ bytes: [UInt8]) -> String {
        let digest = MessageDigest(.sha256)
        bytes.withUnsafeBytes { digest.update($0) }
        guard let digits = digest.hexadecimal else { preconditionFailure("no memory for a digest") }
        return String(digits.prefix(40))
    }
}
