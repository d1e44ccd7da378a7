/// Observers of an event, in the order in which they were added. It belongs to the loop's thread.
final class ObserverList<Event> {
    private var observers: [(id: UInt64, call: (Event) -> Void)] = []
    private var lastID: UInt64 = 0

    func add(_ call: @escaping (Event) -> Void) -> LibraryObservation {
        lastID += 1
        let id = lastID
        observers.append((id, call))
        return LibraryObservation { [weak self] in self?.observers.removeAll { $0.id == id } }
    }

    /// Calls the observers. One that is added or removed by another observer is affected from the next event on.
    func post(_ event: Event) {
        for observer in observers { observer.call(event) }
    }
}
