/// The commands of MPD's protocol (version 0.23) that Longwave knows.
package enum MPDCommand: String, CaseIterable, Sendable {
    case add, addid, albumart, binarylimit, clear, clearerror, close, commands, config, consume, count, crossfade
    case currentsong, decoders, delete, deleteid, disableoutput, enableoutput, find, findadd, getvol, idle, kill, list
    case listall, listallinfo, listplaylist, listplaylistinfo, listplaylists, load, lsinfo, mixrampdb, mixrampdelay
    case move, moveid, next, notcommands, outputs, password, pause, ping, play, playid, playlist, playlistadd
    case playlistclear, playlistdelete, playlistfind, playlistid, playlistinfo, playlistmove, playlistsearch, plchanges
    case plchangesposid, previous, random, readcomments, readpicture, rename, `repeat`, rescan, rm, save, search
    case searchadd, seek, seekcur, seekid, setvol, shuffle, single, stats, status, sticker, stop, swap, swapid, tagtypes
    case toggleoutput, update, urlhandlers, volume
    case replayGainMode = "replay_gain_mode"
    case replayGainStatus = "replay_gain_status"

    /// The numbers of arguments that the command accepts.
    package var arity: ClosedRange<Int> {
        switch self {
        case .clear, .clearerror, .close, .commands, .config, .currentsong, .decoders, .getvol, .kill, .listplaylists,
            .next, .notcommands, .outputs, .ping, .playlist, .previous, .replayGainStatus, .stats, .status, .stop,
            .urlhandlers:
            0...0
        case .delete, .listall, .listallinfo, .lsinfo, .pause, .play, .playid, .playlistid, .playlistinfo, .rescan,
            .shuffle, .update:
            0...1
        case .binarylimit, .consume, .crossfade, .deleteid, .disableoutput, .enableoutput, .listplaylist,
            .listplaylistinfo, .mixrampdb, .mixrampdelay, .password, .playlistclear, .random, .readcomments, .repeat,
            .replayGainMode, .rm, .seekcur, .setvol, .single, .toggleoutput, .volume:
            1...1
        case .add, .addid, .plchanges, .plchangesposid, .save: 1...2
        case .albumart, .move, .moveid, .playlistdelete, .readpicture, .rename, .seek, .seekid, .swap, .swapid: 2...2
        case .playlistadd: 2...3
        case .playlistmove: 3...3
        case .load: 1...3
        case .count, .find, .findadd, .list, .playlistfind, .playlistsearch, .search, .searchadd: 1...80
        case .sticker: 2...6
        case .idle, .tagtypes: 0...80
        }
    }

    /// Whether the command needs no password.
    package var isFree: Bool {
        switch self {
        case .close, .commands, .notcommands, .password, .ping, .tagtypes, .binarylimit: true
        default: false
        }
    }

    /// Whether no client may give the command: Longwave is ended and set up on its own computer.
    package var isRefused: Bool { self == .kill || self == .config }

    /// Whether a number of arguments is accepted.
    /// - Throws: the refusal in MPD's words.
    func check(_ count: Int) throws(MPDError) {
        guard !arity.contains(count) else { return }
        let problem =
            arity.lowerBound == arity.upperBound
            ? "wrong number of" : count < arity.lowerBound ? "too few" : "too many"
        throw MPDError(.argument, "\(problem) arguments for \"\(rawValue)\"")
    }
}
