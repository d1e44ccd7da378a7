import RadioStations
import RadioStorage

/// Texts that an app keeps of stations for itself (`UserProperties.metadata`). They outlive edits of the lists, and
/// ``Radio/libraryChanges`` tells every change. For many stations at once, change the items of one ``Radio/library()``
/// with ``Radio/update(_:_:)``.
extension Radio {
    /// The texts that all programs keep of a station, by their keys.
    ///
    /// - Parameter persistentID: of the station (`Station.persistentID`, `LibraryItem.id`).
    /// - Throws: ``RadioError/noStation(_:lists:suggestions:)`` where neither the lists nor the listener's file know
    ///   the station, and ``RadioError/listener(_:)``.
    public func metadata(of persistentID: String) async throws(RadioError) -> [String: String] {
        try await record(of: persistentID).properties.metadata
    }

    /// Sets the text of a key of a station. It is on the disk when the call returns.
    ///
    /// - Parameters:
    ///   - value: at most 4,096 bytes; nil removes the key.
    ///   - key: at most 128 bytes; a station has at most 64. All programs share them: begin with the app's own name.
    ///   - persistentID: of the station (`Station.persistentID`, `LibraryItem.id`).
    /// - Throws: ``RadioError/metadataTooLarge(_:)``, else as ``metadata(of:)``.
    public func setMetadata(
        _ value: String?, forKey key: String, of persistentID: String
    ) async throws(RadioError) {
        let record = try await record(of: persistentID)
        guard UserProperties.canKeep(value ?? "", forKey: key) else { throw .metadataTooLarge(key) }
        let kept = try await withListenerStore { store throws(StorageError) in
            try store.update(record) { properties in
                let isNew = value != nil && properties.metadata[key] == nil
                guard !isNew || properties.metadata.count < UserProperties.maximumMetadataCount else { return }
                properties.metadata[key] = value
            }
        }
        if kept.metadata[key] != value { throw .metadataTooLarge(key) }
    }

    /// Where the listener's properties of a station are kept: also of one that no list has any more.
    private func record(of id: String) async throws(RadioError) -> ListenerRecord {
        let library = try await library()
        if let problem = library.listenerProblem { throw .listener(problem) }
        if let item = library.item(id: id) { return ListenerRecord(item) }
        let known = try await withListenerStore { store throws(StorageError) in
            try store.records().first { $0.id == id }
        }
        guard let known else { throw .noStation(id, in: library) }
        return known
    }
}
