import RadioFormats
import RadioStations
import RadioStorage

/// Texts that apps store for stations under keys of their own (`UserProperties.metadata`).
///
/// The texts stay if the lists are edited, and ``Radio/libraryChanges`` reports every change of a text. To change the
/// texts of many stations, read ``Radio/library()`` once and call ``Radio/update(_:_:)`` for each of its items: this is
/// faster than ``Radio/setMetadata(_:forKey:of:)``, which reads the lists at each call.
extension Radio {
    /// Returns the texts that this and other apps have stored for a station, by key.
    ///
    /// - Parameter persistentID: the station's id (`Station.persistentID`, `LibraryItem.id`).
    /// - Throws: ``RadioError/noStation(_:lists:suggestions:)`` if neither the lists nor the file of the listener's
    ///   properties contain the station. ``RadioError/listener(_:)`` if that file cannot be read. The errors of
    ///   ``library()``.
    public func metadata(of persistentID: String) async throws(RadioError) -> [String: String] {
        try await record(of: persistentID).properties.metadata
    }

    /// Stores a text for a station under a key, in the file of the listener's properties.
    ///
    /// When the call returns, the text is written to the file.
    ///
    /// - Parameters:
    ///   - value: the text, at most 4,096 bytes. Nil removes the key.
    ///   - key: the key, at most 128 bytes. A station can have at most 64 keys. All apps share them, so begin a key
    ///     with the app's name.
    ///   - persistentID: the station's id (`Station.persistentID`, `LibraryItem.id`).
    /// - Throws: ``RadioError/metadataTooLarge(_:)`` if the text, the key or the number of keys exceeds its limit. The
    ///   errors of ``metadata(of:)``.
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

    /// Returns the record with the listener's properties of a station, even if no list contains the station any more.
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
