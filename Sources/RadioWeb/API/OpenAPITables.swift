/// What the API's requests and answers contain. ``OpenAPI`` explains the words for types.
enum OpenAPITables {
    /// Names with their types, in order.
    struct Members: ExpressibleByDictionaryLiteral, Sendable {
        let pairs: [(key: String, value: String)]

        private init(_ pairs: [(key: String, value: String)]) { self.pairs = pairs }
        init(dictionaryLiteral pairs: (String, String)...) { self.init(pairs.map { ($0, $1) }) }

        func with(_ others: Members) -> Members { Members(pairs + others.pairs) }
    }

    /// The commands of docs/JSON.md that remote clients may give, with their parameters.
    static let commands: KeyValuePairs<String, Members> = [
        "play": source.with(["shuffle": "boolean", "repeat": "none|one|all", "seamless": "boolean"]),
        "pause": [:], "toggle": [:], "stop": [:], "next": [:], "previous": [:],
        "volume": ["to": "number", "by": "number"], "mute": on,
        "seek": ["to": "number", "by": "number", "title": "integer", "live": "boolean"],
        "rate": ["to": "number"], "equaliser": ["to": "string"], "scan": ["direction": "forward|backward"],
        "keep": ["last": "number"], "record": on, "like": on,
        "queue.add": source.with(["next": "boolean"]),
        "queue.remove": entry, "queue.play": entry, "queue.clear": [:],
        "queue.move": ["from": "integer", "to": "integer", "entry": "integer", "by": "integer"],
        "shuffle": on, "repeat": ["mode": "none|one|all"], "interrupt": on,
        "sleep": ["after": "number"], "snooze": ["for": "number"],
        "announce": ["what": "string", "duck": "number", "at": "time"],
    ]

    private static let on: Members = ["on": "boolean"]
    private static let entry: Members = ["at": "integer", "entry": "integer"]
    private static let source: Members = [
        "what": "string", "query": "string", "playlist": "string", "programme": "string", "station": "[Station]",
        "index": "integer",
    ]

    static let schemas: KeyValuePairs<String, Members> = [
        "State": state, "Item": item, "QueuePlace": queuePlace, "Stream": stream, "Track": track,
        "NowPlaying": nowPlaying, "Link": ["name": "string", "url": "string"],
        "Identifier": ["name": "string", "value": "string"],
        "Chapter": ["index": "integer-", "start": "number", "end": "number?", "title": "string"],
        "Recording": [
            "id": "integer", "state": "recording|ended|failed", "reason": "string?", "path": "string?",
            "files": "integer", "seconds": "number", "hasBeginning": "boolean", "error": "object?",
        ],
        "Rendition": [
            "name": "string", "language": "string?", "default": "boolean", "characteristics": "[string]",
        ],
        "Programme": [
            "name": "string", "sources": "[string]", "index": "integer", "switches": "integer", "reason": "string?",
            "switched": "time?",
        ],
        "Alarm": ["name": "string", "snooze": "number?"],
        "Station": station,
        "Stations": ["version": "integer", "total": "integer-", "from": "integer-", "station": "[Station]"],
        "Group": ["title": "string", "count": "integer"],
        "Groups": ["version": "integer", "group": "[Group]"],
        "Queue": [
            "version": "integer", "index": "integer", "count": "integer", "repeat": "none|one|all",
            "shuffled": "boolean", "entry": "integer?", "entries": "[QueueEntry]",
        ],
        "QueueEntry": [
            "name": "string", "id": "string?", "url": "string?", "entry": "integer", "error": "string?",
        ],
        "History": ["version": "integer", "song": "[Song]"],
        "Song": [
            "time": "time", "offset": "string", "end": "time?", "duration": "number?", "unseen": "number",
            "heard": "number?", "station": "SongStation", "artist": "string?", "title": "string?", "text": "string",
            "kind": "string", "album": "string?", "length": "number?", "artworkURL": "string?", "linkURL": "string?",
            "source": "string", "charset": "string?", "raw": "string?", "rawBase64": "string?", "links": "[Link]",
        ],
        "SongStation": ["id": "string", "name": "string"],
        "Schedule": ["version": "integer", "entries": "[object]", "next": "[ScheduleEvent]"],
        "ScheduleEvent": ["time": "time", "local": "string", "event": "begins|ends|rings", "entry": "string"],
        "Playlists": ["version": "integer", "playlist": "[object]"],
        "RecordingFiles": ["version": "integer", "recording": "[RecordingFile]"],
        "RecordingFile": ["name": "string", "bytes": "integer", "time": "time", "type": "string"],
        "Liked": ["liked": "boolean"],
        "Favourite": ["on": "boolean"],
        "Error": ["error": "ErrorFacts"],
        "ErrorFacts": ["code": "string", "message": "string", "hints": "[string]"],
    ]

    private static let state: Members = [
        "version": "integer", "event": "string", "time": "time",
        "status": "stopped|waitingToPlay|playing|paused|ended|failed", "reason": "string?", "statusText": "string",
        "reasonText": "string?", "intent": "stopped|paused|playing",
        "download": "idle|connecting|receiving|frozen|retrying|ended|failed", "sound": "string",
        "suppressions": "[string]", "item": "Item?", "queue": "QueuePlace", "stream": "Stream?",
        "nowPlaying": "NowPlaying?", "chapter": "Chapter?", "onAir": "Track?", "device": "string?",
        "volume": "number", "muted": "boolean", "loudness": "number?", "loudnessGain": "number?",
        "equaliser": "string", "currentTime": "number?", "currentDate": "time?", "loadedTimeRanges": "[[number]]",
        "seekableTimeRanges": "[[number]]", "liveOffset": "number", "rate": "number", "scan": "string?",
        "recordings": "[Recording]", "renditions": "[Rendition]", "selectedRendition": "Rendition?",
        "heard": "number", "stalls": "integer", "reconnects": "integer", "joined": "integer", "drift": "number-",
        "programme": "Programme-", "sleep": "number?", "alarm": "Alarm?", "workingURL": "string?",
        "station": "Station?",
    ]

    private static let item: Members = ["id": "string?", "name": "string", "urls": "[string]"]
    private static let queuePlace: Members = [
        "index": "integer", "count": "integer", "repeat": "none|one|all", "shuffled": "boolean", "entry": "integer?",
    ]
    private static let stream: Members = [
        "url": "string", "serverName": "string?", "genre": "string?", "contentType": "string?", "codec": "string?",
        "codecName": "string?", "summary": "string", "bitRate": "integer?", "sampleRate": "integer?",
        "channels": "integer?", "hasTitles": "boolean", "duration": "number?", "preciseDuration": "boolean?",
        "chapters": "[Chapter]",
    ]
    private static let track: Members = [
        "kind": "string", "artist": "string?", "title": "string?", "text": "string", "artworkURL": "string?",
        "linkURL": "string?", "album": "string?", "duration": "number?", "ids": "[Identifier]", "charset": "string?",
        "repaired": "boolean", "raw": "string?", "rawBase64": "string?",
    ]
    private static let nowPlaying: Members = track.with([
        "station": "string", "received": "time", "heard": "time", "position": "number", "links": "[Link]",
    ])
    private static let station: Members = [
        "name": "string", "streamURL": "string-", "urls": "[string]-", "id": "string-", "imageURL": "string-",
        "desc": "string-", "longDesc": "string-", "codec": "string-", "bitrate": "number-", "stationuuid": "string-",
        "language": "string-", "country": "string-", "tags": "[string]-", "charset": "string-", "homepage": "string-",
        "favourite": "boolean-", "rating": "integer?-", "plays": "integer-", "lastPlayed": "time?-",
        "heard": "number-", "gain": "number?-", "votes": "integer?-", "clicks": "integer?-",
    ]

    /// What a route gets and answers.
    struct Facts {
        var summary: String
        var query: Members = [:]
        var headers: [String] = []
        var body: String?
        /// The type of the answer in the tables.
        var answer: String
        var media = "application/json"
        /// Further statuses of answers.
        var others: [String] = []
    }

    private static let window: Members = ["from": "integer", "count": "integer"]

    static func facts(of route: Route) -> Facts {
        switch route {
        case .state: Facts(summary: "The player's state", answer: "State")
        case .commands:
            Facts(
                summary: "Carries out a command. The answer is the state, or for like whether the title is liked",
                body: "Command", answer: "any", others: ["400", "409"])
        case .events:
            Facts(
                summary: "The player's events as server-sent events", query: ["last": "string"],
                headers: ["Last-Event-ID"], answer: "string", media: "text/event-stream", others: ["503"])
        case .stations:
            Facts(
                summary: "Stations of the lists",
                query: window.with(["q": "string", "favourite": "boolean", "by": groupings, "group": "string"]),
                answer: "Stations", others: ["400"])
        case .favourite:
            Facts(
                summary: "Marks a station as a favourite", body: "Favourite", answer: "Station",
                others: ["400", "404", "502"])
        case .groups:
            Facts(
                summary: "Groups of stations", query: ["by": groupings, "q": "string", "favourite": "boolean"],
                answer: "Groups", others: ["400"])
        case .directory:
            Facts(
                summary: "Stations of the directory", query: ["q": "string", "count": "integer"], answer: "Stations",
                others: ["502"])
        case .queue: Facts(summary: "Entries of the queue", query: window, answer: "Queue")
        case .history:
            Facts(
                summary: "Titles that were heard, the newest first",
                query: ["q": "string", "count": "integer", "before": "time", "liked": "boolean"], answer: "History",
                others: ["400", "502"])
        case .schedule: Facts(summary: "The schedule", answer: "Schedule", others: ["503"])
        case .playlists: Facts(summary: "The listener's playlists", answer: "Playlists")
        case .recordings:
            Facts(summary: "Recordings, the newest first", answer: "RecordingFiles", others: ["404", "503"])
        case .recording:
            Facts(
                summary: "A recording, or the part that Range asks for", query: ["download": "boolean"],
                headers: ["Range"], answer: "string", media: "audio/*", others: ["206", "404", "416", "503"])
        case .artwork:
            Facts(
                summary: "The picture of what is heard, or of a station", query: ["station": "string"],
                answer: "string", media: "image/*", others: ["404", "503"])
        case .openAPI: Facts(summary: "This document", answer: "object")
        case .stream:
            Facts(
                summary: "The sound that the player receives, with titles if Icy-MetaData is 1",
                headers: ["Icy-MetaData"], answer: "string", media: "audio/*", others: ["503"])
        case .metrics: Facts(summary: "Figures for Prometheus", answer: "string", media: "text/plain")
        case .health:
            Facts(
                summary: "Whether the player does what it should, in a word", answer: "string", media: "text/plain",
                others: ["503"])
        }
    }

    private static let groupings = "country|language|tag|codec|letter|rating|favourite|source"
}
