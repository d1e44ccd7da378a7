/// Observers of an event, in the order in which they were added. The list belongs to the loop's thread.
final class ObserverList<Event> {
    private var observers: [(id: UInt64, call: (Event) -> Void)] = []
    private var lastID: UInt64 = 0

    func add(_ call: @escaping (Event) -> Void) -> LibraryObservation {
        lastID += 1
        let id = lastID
        observers.append((id, call))
        return LibraryObservation { [weak self] in self?.observers.removeAll { $0.id == id } }
    }

    /// Calls the observers. If an observer adds or removes another one, the change takes effect with the next event.
    func post(_ event: Event) {
        for observer in observers { observer.call(event) }
    }
}
