import LongwaveDesktop
import LongwaveTerminal

/// The services that run alongside a player of this process, in `play`, in the full-screen player and in `serve`.
///
/// The companions follow the settings file, and run the ``DesktopServices`` with these settings. They are used only on
/// the player's loop.
final class PlayerCompanions {
    /// Which companions run, and their settings.
    struct Settings: Sendable {
        /// The player's settings, if the player follows changes of the settings file while it runs; nil if it does not.
        ///
        /// Settings of the command line take precedence over the file.
        var player: PlayerSettings?
        /// The settings when the player starts.
        var configuration = Configuration()
        /// The options of the services, except those that the configuration contains.
        var services = DesktopServices.Options()
    }

    /// The closures by which the companions control the program that runs the player.
    struct Actions {
        /// Shows a line to the person.
        var say: (String) -> Void
        /// Called with the new settings after the settings file has changed.
        var onChange: (Configuration) -> Void = { _ in }
        /// Ends the program.
        var quit: () -> Void
    }

    private(set) var configuration: Configuration
    private var follower: ConfigurationFollower?
    private let services: DesktopServices

    /// Starts the companions. Create them before the player's first item, so that they receive all events of that item.
    init(_ radio: Radio, _ manager: isolated PlaybackManager, _ settings: Settings, _ actions: Actions) {
        configuration = settings.configuration
        radio.use(configuration.commands, on: manager)
        services = DesktopServices(
            radio, settings.services.with(configuration), on: manager, quit: actions.quit, report: actions.say)
        guard let player = settings.player else { return }
        follower = ConfigurationFollower(manager, player, say: actions.say) { [weak self] new in
            guard let self else { return }
            configuration = new
            radio.use(new.commands, on: manager)
            services.update(settings.services.with(new), on: manager)
            actions.onChange(new)
        }
    }

    /// The first error in the settings file when it was last read; nil if the file had none.
    var problem: String? { follower?.problem }

    /// Reads the settings file now, whether or not it has changed.
    /// - Parameter completion: called when the file was read, with or without an error.
    func reload(_ completion: @escaping () -> Void) {
        if let follower { follower.reload(completion) } else { completion() }
    }

    /// Stops silencing the shared player, so that it can be heard at the same time as this player.
    func yieldSound() { services.yieldSound() }

    /// Ends all companions. Calls `completion` when the songs that are not reported yet are written to the disk, and no
    /// hook runs any more.
    func finish(on manager: isolated PlaybackManager, then completion: @escaping () -> Void) {
        follower = nil
        services.close(on: manager, then: completion)
    }
}

extension DesktopServices.Options {
    /// Returns the options with the hooks, the links and the notifications of a configuration.
    fileprivate func with(_ configuration: Configuration) -> DesktopServices.Options {
        var new = self
        new.hooks = configuration.hooks ?? []
        new.links = configuration.links ?? SongLinkTemplate.usual
        new.notifiesTitles = configuration.notifies ?? false
        return new
    }
}
