import RadioPlayer

/// Silences a player before the computer sleeps, and lets the player continue at the live edge afterwards.
package final class SleepGuard {
    private var watch: SleepWatch?

    package init(_ manager: isolated PlaybackManager) {
        watch = SleepWatch(manager.loop) { [weak manager] event in
            manager?.assumeIsolated { manager in
                switch event {
                case .willSleep: manager.systemWillSleep()
                case .didWake: manager.systemDidWake()
                }
            }
        }
    }
}
