import RadioFormats
import RadioLists

/// Fuzzes the readers and writers of station lists. Input: one byte that chooses two formats, then a list. The list is
/// read in the first format, or in the format that its bytes suggest, and written in the second.
enum StationListTarget: FuzzTarget {
    static let name = "StationList"

    static func run(_ input: UnsafeRawBufferPointer) {
        guard let first = input.first else { return }
        let formats = StationListWriter.formats
        let choice = Int(first & 15)
        let list: StationList
        do throws(StationListError) {
            list = try StationList.read(
                Array(input.dropFirst()), as: choice < formats.count ? formats[choice] : nil,
                base: "http://radio.example/lists/all?x=1")
        } catch {
            require(!error.description.isEmpty, "an error without words")
            return
        }
        require(list.stations.count <= StationList.maximumStations, "\(list.stations.count) stations")
        require(list.problems.count <= StationList.maximumProblems + 2, "\(list.problems.count) problems")
        for station in list.stations { require(!station.name.isEmpty && !station.urls.isEmpty, "\(station)") }
        for problem in list.problems { require(!problem.description.isEmpty, "a problem without words") }
        write(list, as: .stations, losesNothing: true)
        write(list, as: formats[Int(first >> 4) % formats.count], losesNothing: false)
    }

    private static func write(_ list: StationList, as format: ListFormat, losesNothing: Bool) {
        let written = StationListWriter.write(list.stations, as: format, title: list.title)
        require(!losesNothing || written.losses.isEmpty, "\(written.losses)")
        do throws(StationListError) {
            let again = try StationList.read(written.bytes, as: format)
            require(again.stations.count == list.stations.count, "\(again.stations.count) of \(list.stations.count)")
            require(!losesNothing || again.stations == list.stations, "another station")
            require(again.problems.isEmpty, "\(again.problems)")
        } catch {
            require(false, "\(error)")
        }
    }
}

/// Fuzzes the editor of station files. Input: one byte that chooses changes, then a station file. The changed file must
/// be readable and have the right number of entries.
enum StationFileEditorTarget: FuzzTarget {
    static let name = "StationFileEditor"

    static func run(_ input: UnsafeRawBufferPointer) {
        guard let first = input.first else { return }
        let bytes = Array(input.dropFirst())
        do throws(StationFileError) {
            var editor = try StationFileEditor(bytes)
            let untouched = try editor.edited()
            require(untouched == bytes, "changed without being asked")
            let new = Station(name: "New \"1\"", urls: ["http://new/", "http://two/"], tags: ["a,b"], bitRate: 64_123)
            var count = editor.count
            if count > 0 { editor.set(StationField.allCases, of: Int(first) % count + 1, from: new) }
            if count > 1, first & 1 > 0 {
                editor.remove(1)
                count -= 1
            }
            if first & 2 > 0 {
                editor.append(new)
                count += 1
            }
            let edited = try editor.edited()
            let file = try StationFile.read(edited)
            let again = try StationFileEditor(edited)
            require(again.count == count, "not \(count) entries")
            if first & 2 > 0 { require(file.stations.last == new, "\(String(describing: file.stations.last))") }
        } catch {
            require(!error.description.isEmpty, "an error without words")
        }
    }
}
