/// Those who are told of something, in the order in which they came. It belongs to the loop's thread.
final class ObserverList<Event> {
    private var observers: [(id: UInt64, call: (Event) -> Void)] = []
    private var lastID: UInt64 = 0

    func add(_ call: @escaping (Event) -> Void) -> LibraryObservation {
        lastID += 1
        let id = lastID
        observers.append((id, call))
        return LibraryObservation { [weak self] in self?.observers.removeAll { $0.id == id } }
    }

    /// Who is added or removed meanwhile is told of the next event.
    func post(_ event: Event) {
        for observer in observers { observer.call(event) }
    }
}
