import RadioPlayer

/// Silences a player before the machine sleeps and lets it continue at the live edge afterwards.
package final class SleepGuard {
    private var watch: SleepWatch?

    package init(_ manager: isolated PlaybackManager) {
        watch = SleepWatch(manager.loop) { [unowned manager] event in
            manager.assumeIsolated { manager in
                switch event {
                case .willSleep: manager.systemWillSleep()
                case .didWake: manager.systemDidWake()
                }
            }
        }
    }
}
