import Longwave

func queries() async throws {
    let radio = Radio.shared
    let library = try await radio.library()
    var query = StationQuery(words: "jazz", sort: [StationSort(.name)], grouping: .country)
    if let french = StationPredicate(.country, .equals(.text("FR"))) { query.predicates = [french] }
    for collection in library.collections(query) {
        print(collection.title, collection.items.map(\.station.name))
    }

    guard let item = library.items(.all).first else { return }
    for (property, values) in item.properties { print(property, values) }
    _ = try await radio.update(item) { $0.isFavourite = true }

    for await change in radio.libraryChanges {
        print(change.library.stations.count, "stations", change.difference.added)
        break
    }
}
