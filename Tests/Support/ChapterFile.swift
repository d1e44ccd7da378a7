/// Sound files with chapters, which ffmpeg writes.
package enum ChapterFile {
    /// The names of files, and ffmpeg's options for them.
    package static let rows: [(name: String, arguments: [String])] = [
        ("last.m4a", ["-c:a", "aac"]), ("first.m4a", ["-c:a", "aac", "-movflags", "+faststart"]),
        ("text.m4a", ["-c:a", "aac"]), ("text-first.m4a", ["-c:a", "aac", "-movflags", "+faststart"]),
        ("three.mp3", ["-c:a", "libmp3lame", "-b:a", "320k", "-id3v2_version", "3"]),
        ("four.mp3", ["-c:a", "libmp3lame", "-b:a", "320k", "-id3v2_version", "4"]),
        ("vorbis.ogg", ["-c:a", "libvorbis"] + comments), ("opus.ogg", ["-c:a", "libopus"]),
        ("flac.flac", ["-c:a", "flac"] + comments),
    ]

    /// For formats in which ffmpeg writes no chapters.
    private static let comments = [
        "001=00:00:00.000", "001NAME=One", "002=00:00:07.250", "002NAME=Zwölf", "003=00:00:12.000", "003NAME=三",
    ].flatMap { ["-metadata", "CHAPTER\($0)"] }

    /// Writes twenty seconds of sound. The chapters One, Zwölf and 三 begin after 0, 7.25 and 12 seconds. In MP4 files
    /// whose names begin with "text", only a text track states them.
    /// - Returns: The file's path.
    package static func make(_ row: (name: String, arguments: [String]), in directory: TemporaryDirectory) throws
        -> String
    {
        let chapters = [(0, 7250, "One"), (7250, 12_000, "Zwölf"), (12_000, 20_000, "三")].map {
            "[CHAPTER]\nTIMEBASE=1/1000\nSTART=\($0)\nEND=\($1)\ntitle=\($2)"
        }
        let list = ";FFMETADATA1\ntitle=Book\nartist=Author\n" + chapters.joined(separator: "\n")
        let input = try directory.write("chapters.txt", list)
        let path = directory.path + "/" + row.name
        let words =
            ["-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", "sine=f=440:d=20", "-i", input, "-map", "0:a"]
            + ["-map_metadata", "1", "-map_chapters", "1"] + row.arguments + [path]
        let made = try ChildProcess.run("ffmpeg", words)
        guard made.code == 0 else { throw ChildProcess.StartError(description: "ffmpeg: \(made.output)") }
        // The box with Nero's chapters gets another name.
        if row.name.hasPrefix("text") { _ = try ChildProcess.run("sed", ["-i", "s/chpl/free/", path]) }
        return path
    }
}
