import RadioStations
import RadioStorage

/// Texts that an app keeps for stations (`UserProperties.metadata`).
///
/// The texts outlive edits of the lists, and ``Radio/libraryChanges`` reports every change. To change many stations at
/// once, call ``Radio/update(_:_:)`` with the items of one ``Radio/library()``.
extension Radio {
    /// Returns the texts that all programs keep for a station, by key.
    ///
    /// - Parameter persistentID: the station's id (`Station.persistentID`, `LibraryItem.id`).
    /// - Throws: ``RadioError/noStation(_:lists:suggestions:)`` if neither the lists nor the file of the listener's
    ///   properties contain the station, and ``RadioError/listener(_:)``.
    public func metadata(of persistentID: String) async throws(RadioError) -> [String: String] {
        try await record(of: persistentID).properties.metadata
    }

    /// Sets the text for a key of a station.
    ///
    /// The text is on the disk when the call returns.
    ///
    /// - Parameters:
    ///   - value: the text, at most 4,096 bytes. Nil removes the key.
    ///   - key: the key, at most 128 bytes. A station has at most 64 keys. All programs share them, so begin a key with
    ///     the app's own name.
    ///   - persistentID: the station's id (`Station.persistentID`, `LibraryItem.id`).
    /// - Throws: ``RadioError/metadataTooLarge(_:)``, and the errors of ``metadata(of:)``.
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

    /// Returns the listener's record of a station, even if no list has the station any more.
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
