import Glibc
import TestSupport

extension AttackRow {
    /// Attack rows in which a file-size limit makes the program's writes fail, or in which the program reads a file
    /// that is no regular file.
    static let systemRows: [AttackRow] = [
        AttackRow("limit-sound", "files of 64 kB at most (ulimit -f); --output FILE.wav", .exit(73)) { row in
            row.before = "SIGXFSZ"
            row.limits = ["--fsize=65536"]
            row.command = { ["play", "--quiet", "--output", $0.home + "/sound.wav", $0.url] }
            row.script = endless
        },
        AttackRow("limit-log", "files of 150 kB at most; log of a station with many titles", .noSignal) { row in
            row.before = "SIGXFSZ"
            row.limits = ["--fsize=150000"]
            row.command = { ["log", "--quiet", "--to", $0.home + "/log.jsonl", $0.url] }
            row.script = titles
        },
        AttackRow("limit-play", "files of 16 kB at most; play, which writes down what is heard", .goesOn) { row in
            row.before = "SIGXFSZ"
            row.limits = ["--fsize=16384"]
            row.script = endless
        },
        AttackRow("songs-fifo", "songs --database of a FIFO that nobody feeds", .exit(66)) { row in
            row.before = "it waited for ever"
            row.command = { place in
                mkfifo(place.home + "/fifo", 0o600)
                return ["songs", "--database", place.home + "/fifo"]
            }
        },
    ]

    private static let endless: Script = { connection, _, _ in
        connection.begin()
        connection.sendEndlessly((try? Sample.mp3.read()) ?? [], every: 500)
    }
}
