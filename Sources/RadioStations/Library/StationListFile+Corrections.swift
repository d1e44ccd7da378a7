import RadioLists
import RadioLoop

extension StationListFile {
    /// The result of correcting entries of station lists.
    package struct Corrected: Hashable, Sendable {
        /// A file that was written.
        package struct File: Hashable, Sendable {
            package var path: String
            /// Number of stations corrected in the file.
            package var count: Int
        }

        package var files: [File] = []
        /// Indices of the corrections that were not made, because the station's entry is no longer in the list, or
        /// because the list cannot be edited.
        package var left: Set<Int> = []
        /// Sentences that say why files could not be changed.
        package var refusals: [String] = []
    }

    /// Corrects entries of a station file, or of all station files in a folder, in place.
    ///
    /// White space, the order of members and unknown members stay as they were written. A file is replaced as a whole,
    /// and other processes that edit the same file wait. Network lists and lists in other formats are not changed; they
    /// are reported as refusals.
    /// - Parameters:
    ///   - corrections: corrections of stations of one list.
    ///   - source: the list's path, `file:` URL, folder or address, as ``StationLibrary/list(at:)`` returns it.
    /// - Throws: ``StationLibraryError`` if a file cannot be read or written.
    package static func correct(
        _ corrections: [StationCorrection], in source: String
    ) throws(StationLibraryError) -> Corrected {
        var result = Corrected(left: Set(corrections.indices))
        if StationLibrary.isRemote(source) {
            result.refusals = [
                "\(source) is not on this computer: import its stations into your own list (longwave import)"
            ]
            return result
        }
        let path = FileURL.path(source) ?? source
        let isFolder = LocalFile.State(path)?.isFolder == true
        for file in isFolder ? StationLibrary.files(in: path) : [path] where !result.left.isEmpty {
            let places = result.left.sorted()
            let wanted = places.map { corrections[$0] }
            do {
                let format = try read(file).format
                guard format == .stations else {
                    result.refusals.append("\(file) is \(format.displayName): only a stations.json can be changed")
                    continue
                }
            } catch {
                // Files in a folder that are not lists are skipped.
                if isFolder { continue } else { throw error }
            }
            var corrected: Set<Int> = []
            try change(file) { (old) throws(StationLibraryError) in
                guard let old else { return nil }
                do throws(StationFileError) {
                    let new = try StationFileEditor.correct(wanted, in: old)
                    corrected = new.corrected
                    return new.file
                } catch {
                    throw .broken(file, reason: "\(error)")
                }
            }
            guard !corrected.isEmpty else { continue }
            result.files.append(.init(path: file, count: corrected.count))
            for index in corrected { result.left.remove(places[index]) }
        }
        // Each correction was made in one of the folder's files. Therefore it does not matter that other files could
        // not be changed.
        if result.left.isEmpty { result.refusals = [] }
        return result
    }
}
