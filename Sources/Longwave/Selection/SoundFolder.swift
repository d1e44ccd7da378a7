import RadioFormats
import RadioLoop

/// Finds the sound files in a folder and in the folders below it.
enum SoundFolder {
    static let maximumFiles = 5000
    /// The maximum number of names that are read, over all folders.
    static let maximumNames = 100_000
    static let maximumDepth = 8

    /// Calls `found` on the loop with a selection of the folder's sound files.
    static func find(_ path: String, on loop: EventLoop, _ found: @escaping Selection.Found) {
        let worker = BlockingWorker(loop: loop)
        worker.run(orElse: []) {
            files(in: path)
        } then: { [worker] paths in
            withExtendedLifetime(worker) {
                guard !paths.isEmpty else { return found(.failure(.emptyFolder(path))) }
                let items = paths.map { SelectionFinder.item($0, title: nil) }
                found(.success(Selection(items: items, isStation: false, skipsFailedItems: true)))
            }
        }
    }

    /// Returns the paths of the sound files, in the order of their names. Hidden files and folders are left out.
    static func files(in folder: String) -> [String] {
        var paths: [String] = []
        var names = 0
        func read(_ folder: String, depth: Int) {
            for name in LocalFile.names(in: folder) where !name.hasPrefix(".") {
                names += 1
                guard names <= maximumNames, paths.count < maximumFiles else { return }
                let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
                if let suffix = FileName.suffix(of: name), FileName.sound.contains(suffix) {
                    if LocalFile.exists(path) { paths.append(path) }
                } else if depth < maximumDepth, LocalFile.State(path)?.isFolder == true {
                    read(path, depth: depth + 1)
                }
            }
        }
        read(folder, depth: 0)
        return paths
    }
}
