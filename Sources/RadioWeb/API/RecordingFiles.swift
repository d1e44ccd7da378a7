import Glibc
import Longwave
import RadioJSON
import RadioLoop

/// The recordings in a folder, which clients can play and download. All calls block until files are read.
enum RecordingFiles {
    /// The largest number of recordings in a list.
    static let maximum = 1000

    /// Returns the recordings, the newest first.
    static func list(_ folder: String) -> JSONNode {
        let files = LocalFile.names(in: folder).compactMap { name -> (name: String, state: LocalFile.State)? in
            guard type(of: name) != nil, let state = LocalFile.State(folder + "/" + name), state.isFile else {
                return nil
            }
            return (name, state)
        }
        let newest = files.sorted { $0.state.changed > $1.state.changed }.prefix(maximum)
        return StationAPI.list(
            "recording",
            newest.map { file in
                .members([
                    "name": .string(file.name), "bytes": .int(file.state.size),
                    "time": .string(WallClock.rfc3339(milliseconds: file.state.changed / 1_000_000)),
                    "type": .optional(type(of: file.name)),
                ])
            })
    }

    /// Returns the media type of a recording; nil if a name is none of a recording.
    static func type(of name: String) -> String? {
        guard !name.hasPrefix("."), !name.contains("/"), let suffix = FileName.suffix(of: name) else { return nil }
        if FileName.mpegAudio.contains(suffix) { return "audio/mpeg" }
        if FileName.adts.contains(suffix) { return "audio/aac" }
        let types = ["m4a": "audio/mp4", "mp4": "audio/mp4", "flac": "audio/flac", "wav": "audio/wav"]
        return types[suffix] ?? (["ogg", "oga", "opus"].contains(suffix) ? "audio/ogg" : nil)
    }

    /// Opens a recording. Returns its descriptor, which the caller closes, and its length; nil if there is none.
    static func open(_ name: String, in folder: String) -> (descriptor: Int32, length: Int)? {
        guard type(of: name) != nil else { return nil }
        let file = Glibc.open(folder + "/" + name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return nil }
        var state = stat()
        guard fstat(file, &state) == 0, state.st_mode & S_IFMT == S_IFREG else {
            close(file)
            return nil
        }
        return (file, Int(state.st_size))
    }

    /// Returns the answer with a file, or with the part of it that the header `Range` asks for (RFC 9110 §14).
    static func response(
        _ file: (descriptor: Int32, length: Int), type: String, range: String?
    ) -> HTTPResponse {
        guard let range, let wanted = HTTPText.range(range, length: file.length) else {
            return HTTPResponse(
                200, type: type, .file(file.descriptor, offset: 0, count: file.length),
                headers: [("Accept-Ranges", "bytes")])
        }
        guard !wanted.isEmpty else {
            close(file.descriptor)
            return HTTPResponse(416, type: type, .bytes([]), headers: [("Content-Range", "bytes */\(file.length)")])
        }
        return HTTPResponse(
            206, type: type, .file(file.descriptor, offset: wanted.lowerBound, count: wanted.count),
            headers: [
                ("Accept-Ranges", "bytes"),
                ("Content-Range", "bytes \(wanted.lowerBound)-\(wanted.upperBound - 1)/\(file.length)"),
            ])
    }
}
