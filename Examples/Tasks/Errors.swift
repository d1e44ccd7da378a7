import Longwave

func errors() async {
    do throws(RadioError) {
        try await Radio.shared.play("no such station")
    } catch {
        print(error.code)  // noStation: for programs
        print(error.sentence)  // for people; may contain a server's own words
        print(error.remedy ?? "")
        print(error)  // the sentence and the remedy, safe on a terminal
    }
}

func errorsWhilePlaying() async {
    for await status in Radio.shared.statuses {
        guard case .failed(let error) = status else { continue }
        print(error.code, error)
        break
    }
}
