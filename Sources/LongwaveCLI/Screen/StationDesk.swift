import LongwaveTerminal
import RadioLoop

/// The closures by which ``StationDesk`` and ``ScreenPages`` report to the session of the full-screen player. They are
/// called on the loop.
struct ScreenDesk {
    /// Passes an event to the session's ``ScreenModel``, such as stations that were read.
    var take: (ScreenEvent) -> Void
    /// Shows a line to the person.
    var say: (String) -> Void
}

/// Reads the listener's stations for the full-screen player, changes them, and undoes these changes.
///
/// Files are read and written on worker threads.
final class StationDesk {
    private let radio: Radio
    private let libraries: [String]
    private let desk: ScreenDesk
    private let disk: BlockingWorker
    /// The stations and playlists that the screen shows; nil if it shows none yet.
    private var shown: (search: LibrarySearch, playlists: [StationPlaylist])?
    /// The newest stations and playlists, while they are not shown yet.
    private var waiting: LibraryDidChange?
    private var memory: PlayerMemory?
    var library: StationLibrary? { shown?.search.library }
    private var undos: [UndoStep] = []
    private var watching: Task<Void, Never>?
    /// The stations whose favourite mark or rating was changed on the screen and is not written yet.
    private var unstored: [LibraryItem] = []
    private var isStoring = false
    private var onStored: (() -> Void)?

    /// A change that can be undone.
    private enum UndoStep {
        /// A change of a station list.
        case list(ListChanges.Undo)
        /// A change of a station's favourite mark or rating. The associated station has the mark and the rating from
        /// before the change.
        case user(LibraryItem)
    }

    /// The largest number of changes that can be undone. Older changes cannot be undone.
    private static let maximumUndos = 100
    /// The names of built-in playlists that the screen does not list as playlists, because it always shows lists with
    /// the same stations (`Favourites` and `Lately`).
    private static let shownAlready = ["favourites", "recently-played"]

    /// - Parameter libraries: the station lists that the command line or the configuration names; if empty, the default
    ///   lists are used.
    init(_ radio: Radio, libraries: [String], disk: BlockingWorker, _ desk: ScreenDesk) {
        self.radio = radio
        self.libraries = libraries
        self.disk = disk
        self.desk = desk
    }

    /// Shows the stations and playlists, now and after each change. At first, the cursor is placed on the station that
    /// was heard last.
    func start(_ manager: isolated PlaybackManager) {
        memory = radio.memory(on: manager)?.memory
        let radio = radio
        // The closure is called only on the event loop's thread.
        nonisolated(unsafe) let take =
            { [weak self] in
                self?.waiting = $0
                self?.showWaiting()
            } as (LibraryDidChange) -> Void
        watching = Task {
            for await change in radio.libraryChanges { await radio.manager.perform { _ in take(change) } }
        }
    }

    /// Shows the newest stations and playlists, unless a favourite mark or a rating is being written, which they may
    /// lack.
    private func showWaiting() {
        guard !isStoring, let change = waiting.take() else { return }
        let (shown, library) = (shown, change.library)
        let playlists = change.playlists.filter { !Self.shownAlready.contains($0.name) }
        guard !library.sources.isEmpty else {
            self.shown = nil
            let error = change.failures.first.map(RadioError.list) ?? .noList
            return desk.take(.noLibrary(reason: error.sentence))
        }
        if shown == nil, let remark = SelectionFinder.remarks(library).first ?? change.failures.first.map({ "\($0)" }) {
            desk.say(remark)
        }
        let last = shown == nil ? memory?.station(in: library)?.persistentID : nil
        disk.run(orElse: nil) {
            // The screen already shows the marks that it has written itself.
            shown?.search.library == library && shown?.playlists == playlists ? nil : LibrarySearch(library)
        } then: { [weak self] search in
            guard let self, let search else { return }
            guard !isStoring else { return waiting = waiting ?? change }
            self.shown = (search, playlists)
            desk.take(.library(search, playlists: playlists, pointed: last))
        }
    }

    // MARK: Favourites and stars

    /// Stores the favourite mark and the rating of a station. ``undo(_:)`` can restore the mark and the rating in
    /// `before`.
    func keep(_ item: LibraryItem, before: UserProperties) {
        var old = item
        old.user = before
        remember(.user(old))
        store(item)
    }

    /// Writes the favourite mark and the rating of a station. Then reports the stored mark and rating to the screen.
    private func store(_ item: LibraryItem) {
        // This change of the station replaces an earlier change of the same station that is not written yet.
        unstored.removeAll { $0.id == item.id }
        unstored.append(item)
        if !isStoring { storeNext() }
    }

    /// Writes the favourite mark and the rating of the first station in ``unstored``. Only one station is written at a
    /// time, so that the changes of a station are written in their order.
    private func storeNext() {
        guard !unstored.isEmpty else {
            onStored.take()?()
            return showWaiting()
        }
        let item = unstored.removeFirst()
        isStoring = true
        let radio = radio
        // The closure `stored` is called only on the event loop's thread.
        nonisolated(unsafe) let stored =
            { [weak self] in self?.stored($0) ?? () } as (Result<LibraryItem, RadioError>) -> Void
        Task {
            let result: Result<LibraryItem, RadioError>
            do throws(RadioError) {
                result = .success(
                    try await radio.update(item) {
                        $0.isFavourite = item.user.isFavourite
                        $0.rating = item.user.rating
                    })
            } catch { result = .failure(error) }
            await radio.manager.perform { [result] _ in stored(result) }
        }
    }

    private func stored(_ result: Result<LibraryItem, RadioError>) {
        isStoring = false
        switch result {
        // If the station was changed again while it was written, it is not reported, because the screen already shows
        // the later change.
        case .success(let kept):
            shown?.search.set(kept.user, ofNumber: kept.number)
            if let place = waiting?.library.places(ofIDs: [kept.id])[kept.id] {
                waiting?.library.set(kept.user, at: place)
            }
            if !unstored.contains(where: { $0.id == kept.id }) { desk.take(.kept(kept)) }
        case .failure(let error): desk.say(error.sentence)
        }
        storeNext()
    }

    /// Calls `completion` when all favourite marks and ratings are written.
    func finish(then completion: @escaping () -> Void) {
        watching?.cancel()
        if isStoring { onStored = completion } else { completion() }
    }

    // MARK: Lists

    /// Changes one of the listener's own station lists.
    func change(_ edit: ListEdit, _ manager: isolated PlaybackManager) {
        let lists = ListChanges.lists(named: libraries, environment: Environment.folders)
        var path = lists.first
        switch edit {
        case .add: break
        case .remove(let item), .rename(let item, _), .tag(let item, _), .move(let item, _):
            guard let library else { return }
            path = ListChanges.path(of: item, in: library, lists)
            guard path != nil else {
                return desk.say("\(item.station.name) is not in your own list: press a to add it")
            }
        }
        guard let path else { return desk.say("you have no list: use --library") }
        let refused = StationLibraryError.unreadable(path, reason: BlockingWorker.refusal)
        disk.run(orElse: .failure(refused)) {
            ListChanges.perform(edit, at: path)
        } then: { [weak self] result in
            guard let self else { return }
            switch result {
            case .failure(let error): desk.say("the list cannot be changed. \(CommandFailure(error).sentence)")
            case .success(let done):
                if let undo = done.undo { remember(.list(undo)) }
                desk.say(done.undo == nil ? done.words : "\(done.words); u: undo")
                radio.lookAtLists(on: manager)
            }
        }
    }

    private func remember(_ step: UndoStep) {
        undos.append(step)
        if undos.count > Self.maximumUndos { undos.removeFirst() }
    }

    /// Undoes the last change that is not undone yet.
    func undo(_ manager: isolated PlaybackManager) {
        switch undos.popLast() {
        case nil: desk.say("nothing to undo")
        case .user(let item)?:
            store(item)
            desk.say("undone: \(item.station.name)")
        case .list(let undo)?:
            disk.run(orElse: .failure(.unreadable(undo.path, reason: BlockingWorker.refusal))) {
                ListChanges.takeBack(undo)
            } then: { [weak self] result in
                guard let self else { return }
                switch result {
                case .failure(let error): desk.say("undo failed. \(CommandFailure(error).sentence)")
                case .success(let words):
                    desk.say(words)
                    radio.lookAtLists(on: manager)
                }
            }
        }
    }
}
