import RadioFormats
import RadioLists
import TestSupport
import Testing

@Suite struct StationFileEditorTests {
    static let a = Station(name: "A", urls: ["http://a/"])

    struct Row: CustomTestStringConvertible, Sendable {
        var what: String
        var before: String
        var after: String
        var change: @Sendable (inout StationFileEditor) -> Void
        var testDescription: String { what }

        init(
            _ what: String, _ before: String, _ after: String,
            _ change: @escaping @Sendable (inout StationFileEditor) -> Void
        ) {
            (self.what, self.before, self.after, self.change) = (what, before, after, change)
        }
    }

    static let new = Station(
        name: "New \"1\"", urls: ["http://new/", "http://two/"], homepage: "http://h/", codec: "AAC", tags: ["x", "y"],
        bitRate: 64_123)

    static let rows: [Row] = [
        Row(
            "nothing", "\u{FEFF} {\"station\" :[ {\"name\":1.0e0,} ]} \n".replacing(",}", with: "}"),
            "\u{FEFF} {\"station\" :[ {\"name\":1.0e0} ]} \n"
        ) { _ in },
        Row("nothing, of no entries", "{\"station\":[\n ]}", "{\"station\":[\n ]}") { _ in },
        Row("nothing, of an empty entry", "{\"station\":[{ }]}", "{\"station\":[{ }]}") {
            $0.set([.codec], of: 1, from: a)
        },
        Row(
            "a value, between members that nobody knows",
            #"{"v": 1e3, "station": [{"x": [1.50, {}], "name":"A" , "streamURL" :  "http://a/", "y": null}], "z": "\u00e9"}"#,
            #"{"v": 1e3, "station": [{"x": [1.50, {}], "name":"A" , "streamURL" :  "http://new/", "y": null}], "z": "\u00e9"}"#
        ) { $0.set([.url], of: 1, from: new) },
        Row(
            "members that are missing, in the style of the others",
            "{\"station\":[\n\t{\n\t\t\"name\": \"A\",\n\t\t\"streamURL\": \"http://a/\"\n\t}\n]}",
            "{\"station\":[\n\t{\n\t\t\"name\": \"A\",\n\t\t\"streamURL\": \"http://a/\",\n\t\t\"codec\": \"AAC\",\n\t\t\"bitrate\": 64.123\n\t}\n]}"
        ) { $0.set([.codec, .bitRate], of: 1, from: new) },
        Row(
            "a member goes: first, middle, last",
            #"{"station":[{"id":"i", "name":"A", "tags":[], "urls":["http://a/"], "codec":"MP3" }]}"#,
            #"{"station":[{"name":"A", "urls":["http://a/"] }]}"#
        ) { $0.set([.id, .tags, .codec], of: 1, from: a) },
        Row(
            "the address of an entry that has a list of them",
            #"{"station":[{"name":"A","urls":["http://old/","http://two/"]}]}"#,
            #"{"station":[{"name":"A","urls":["http://two/"],"streamURL":"http://new/"}]}"#
        ) { $0.set([.url], of: 1, from: new) },
        Row(
            "homepage by the name that counts; of two values the last",
            #"{"station":[{"name":"A","website":"http://w/","homepage":"http://1/","homepage":"http://2/","streamURL":"http://a/"}]}"#,
            #"{"station":[{"name":"A","website":"http://w/","homepage":"http://1/","homepage":"http://h/","streamURL":"http://a/"}]}"#
        ) { $0.set([.homepage], of: 1, from: new) },
        Row("an entry goes: the first", #"{"station":[ 1,  2 , 3 ]}"#, #"{"station":[ 2 , 3 ]}"#) { $0.remove(1) },
        Row("an entry goes: the last", #"{"station":[ 1,  2 , 3 ]}"#, #"{"station":[ 1,  2 ]}"#) { $0.remove(3) },
        Row("all entries go", "{\"station\":[\n 1,\n 2\n]}", "{\"station\":[\n]}") {
            $0.remove(1)
            $0.remove(2)
        },
        Row(
            "an entry more, like the last", "{\"station\": [\n  {\"name\":\"A\", \"streamURL\":\"http://a/\"}\n]}\n",
            "{\"station\": [\n  {\"name\":\"A\", \"streamURL\":\"http://a/\"},\n  {\"name\":\"A\", \"streamURL\":\"http://a/\"}\n]}\n"
        ) { $0.append(a) },
        Row(
            "the first entry", "{\n  \"station\": []\n}\n",
            "{\n  \"station\": [\n    {\n      \"name\": \"A\",\n      \"streamURL\": \"http://a/\"\n    }\n  ]\n}\n"
        ) { $0.append(a) },
        Row(
            "what is no object, and what has no address, stays as it is", #"{"station":[7]}"#, #"{"station":[7]}"#
        ) {
            $0.set([.codec], of: 1, from: new)
            $0.append(Station(name: "", urls: []))
        },
        Row(
            "of two lists the last counts", #"{"station":[1],"station":[2]}"#, #"{"station":[1],"station":[]}"#
        ) { $0.remove(1) },
        Row(
            "Latin-1 stays as it is",
            "{\"station\":[{\"desc\":\"\u{E9}\",\"name\":\"A\",\"streamURL\":\"http://a/\"}]}",
            "{\"station\":[{\"desc\":\"\u{E9}\",\"name\":\"New \\\"1\\\"\",\"streamURL\":\"http://a/\"}]}"
        ) { $0.set([.name], of: 1, from: new) },
    ]

    @Test(arguments: rows) func keepsAllElse(_ row: Row) throws {
        let latin1 = row.what.hasPrefix("Latin-1")
        func bytes(_ text: String) -> [UInt8] {
            latin1 ? text.unicodeScalars.map { UInt8($0.value) } : Array(text.utf8)
        }
        var editor = try StationFileEditor(bytes(row.before))
        row.change(&editor)
        let edited = try editor.edited()
        #expect(edited == bytes(row.after), "\(String(decoding: edited, as: UTF8.self))")
    }

    @Test(arguments: ["", "7", "{}", "{\"station\":{}}", "[]", "{\"station\":[}", "{\"station\":[]} x"])
    func refusesWhatIsNoStationFile(_ text: String) {
        #expect(throws: StationFileError.self) { try StationFileEditor(Array(text.utf8)) }
    }

    @Test func findsTheEntriesOfStations() throws {
        let text = #"""
            {"station":[{"name":"A","streamURL":"http://a/"}, 7, {"id":"b","name":"B","streamURL":"http://b/"},
            {"name":"A","streamURL":"http://a/"}, {"name":"C"}]}
            """#
        let editor = try StationFileEditor(Array(text.utf8))
        let stations = try StationFile.read(Array(text.utf8)).stations
        #expect(editor.count == 5)
        #expect(editor.numbers(of: stations) == [1, 3, 4])
        #expect(editor.numbers(of: [Self.a, Self.a, Self.a, Station(name: "X", urls: [])]) == [1, 4, nil, nil])
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt64]) func changesOnlyWhatIsAskedFor(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<20 {
            var stations = RandomStations.clean(Int.random(in: 0..<12, using: &random), &random)
            for index in stations.indices { stations[index].id = "entry-\(index)" }
            let others = RandomStations.clean(12, &random)
            var editor = try StationFileEditor(StationListWriter.write(stations, as: .stations).bytes)
            var model: [Station?] = stations
            for (index, other) in zip(stations.indices, others) {
                switch Int.random(in: 0..<4, using: &random) {
                case 0:
                    editor.remove(index + 1)
                    model[index] = nil
                case 1:
                    let fields: [StationField] = [
                        .name, .url, .furtherURLs, .summary, .tags, .bitRate, .headers, .codec,
                    ]
                    editor.set(fields, of: index + 1, from: other)
                    model[index]?.name = other.name
                    model[index]?.urls = other.urls
                    model[index]?.summary = other.summary
                    model[index]?.tags = other.tags
                    model[index]?.bitRate = other.bitRate
                    model[index]?.headers = other.headers
                    model[index]?.codec = other.codec
                case 2:
                    editor.set([.country], of: index + 1, from: other)
                    editor.set([.language], of: index + 1, from: other)
                    model[index]?.country = other.country
                    model[index]?.language = other.language
                case _: break
                }
            }
            if Bool.random(using: &random), var last = others.last {
                last.id = "new"
                editor.append(last)
                model.append(last)
            }
            let read = try StationFile.read(editor.edited())
            #expect(read.stations == model.compactMap { $0 })
            #expect(read.problems.isEmpty)
        }
    }
}
