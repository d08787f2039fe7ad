package dev.ibplay.facts.linux;

import dev.ibplay.facts.Fact;
import dev.ibplay.facts.InterfaceOwner;
import dev.ibplay.facts.InterfaceOwner.Unclear;
import dev.ibplay.netstack.ConfigFile;
import dev.ibplay.netstack.IfcfgFile;
import dev.ibplay.netstack.Keyfile;
import dev.ibplay.netstack.Match;
import dev.ibplay.netstack.NetstackKind;
import dev.ibplay.netstack.NetworkLink;
import dev.ibplay.text.Parsed;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** NetworkManager: by the file that nmcli names, else by the profiles that match. */
final class NetworkManagerOwner implements StackOwner {
    private static final NetstackKind SELF = NetstackKind.NETWORK_MANAGER;
    private static final String UNIT = "NetworkManager.service";
    private static final List<String> FOLDERS = Stream.concat(
                    NetstackPlaces.KEYFILES.stream(), Stream.of(NetstackPlaces.NETWORK_SCRIPTS))
            .toList();

    /** Names that the keyfile plugin passes over (nms-keyfile-utils.c, nms_keyfile_utils_filename_should_ignore). */
    private static final List<String> IGNORED =
            List.of("~", ".swp", ".swpx", ".pem", ".der", ".bak", ".rpmnew", ".rpmsave");

    private final Netstacks stacks;
    private final StackFiles files;
    private final NetplanOwner netplan;
    private final IfupdownOwner ifupdown;

    NetworkManagerOwner(Netstacks stacks, StackFiles files, NetplanOwner netplan, IfupdownOwner ifupdown) {
        this.stacks = stacks;
        this.files = files;
        this.netplan = netplan;
        this.ifupdown = ifupdown;
    }

    private Optional<NmcliText.Device> device(NetworkLink link) {
        return stacks.devices().ifKnown().stream()
                .flatMap(List::stream)
                .filter(d -> d.name().equals(link.name()) && d.isManaged())
                .findFirst();
    }

    @Override
    public Optional<InterfaceOwner> now(NetworkLink link) {
        Optional<NmcliText.Device> device = device(link);
        if (device.isEmpty()) {
            return Optional.empty();
        }
        Optional<NmcliText.Active> active = stacks.active(link.name());
        Optional<String> profile =
                active.map(NmcliText.Active::name).or(() -> device.get().connection());
        Optional<String> file = active.flatMap(NmcliText.Active::file);
        if (file.isPresent()) {
            return Optional.of(inFile(file.get(), profile, link));
        }
        Optional<InterfaceOwner> matching = matching(link, profile);
        return matching.isPresent() || profile.isEmpty()
                ? matching
                : Optional.of(new Unclear(SELF, "the file of the connection \"" + profile.get() + "\" was not found"));
    }

    @Override
    public Optional<InterfaceOwner> atBoot(NetworkLink link) {
        return stacks.devices() instanceof Fact.Absent<List<NmcliText.Device>> && stacks.startsAtBoot(UNIT)
                ? matching(link, Optional.empty())
                : Optional.empty();
    }

    @Override
    public Optional<InterfaceOwner> configured(NetworkLink link) {
        boolean runs = stacks.devices() instanceof Fact.Known<List<NmcliText.Device>>;
        return runs || stacks.startsAtBoot(UNIT) ? matching(link, Optional.empty()) : Optional.empty();
    }

    @Override
    public Optional<InterfaceOwner> doubt() {
        return stacks.devices() instanceof Fact.Unreadable<List<NmcliText.Device>> unreadable
                ? Optional.of(new Unclear(SELF, unreadable.because()))
                : Optional.empty();
    }

    /** NetworkManager waits for a profile for this interface, and nobody else claims it. */
    Optional<InterfaceOwner> withoutProfile(NetworkLink link) {
        return device(link).map(d -> new Unclear(SELF, "NetworkManager manages it, but has no connection for it"));
    }

    private InterfaceOwner inFile(String path, Optional<String> profile, NetworkLink link) {
        ConfigFile name = new ConfigFile(path, "");
        if (name.folder().equals("/run/NetworkManager/system-connections")
                && name.name().startsWith("netplan-")) {
            return netplan.generated(link, SELF, profile);
        }
        if (path.startsWith("/etc/network/")) {
            return ifupdown.stanza(link, SELF)
                    .orElseGet(() -> new Unclear(NetstackKind.IFUPDOWN, path + " has no stanza for it"));
        }
        Optional<ConfigFile> file = files.config(path);
        if (file.isEmpty()) {
            String because = files.obstacle(List.of(name.folder())).orElse(path + " was not found");
            return new Unclear(SELF, because);
        }
        return name.folder().equals(NetstackPlaces.NETWORK_SCRIPTS)
                ? ifcfg(file.get(), profile)
                : keyfile(file.get(), profile);
    }

    private InterfaceOwner keyfile(ConfigFile file, Optional<String> profile) {
        return switch (Keyfile.parse(file.path(), file.text())) {
            case Parsed.Document<Keyfile> parsed ->
                files.configured(SELF, SELF, file.path(), parsed.document(), profile.or(parsed.document()::id));
            case Parsed.Unreadable<Keyfile> unreadable -> new Unclear(SELF, file.path() + ": " + unreadable.because());
        };
    }

    private InterfaceOwner ifcfg(ConfigFile file, Optional<String> profile) {
        return switch (IfcfgFile.parse(file.path(), file.text())) {
            case Parsed.Document<IfcfgFile> parsed ->
                files.configured(NetstackKind.IFCFG, SELF, file.path(), parsed.document(), profile);
            case Parsed.Unreadable<IfcfgFile> unreadable ->
                new Unclear(NetstackKind.IFCFG, file.path() + ": " + unreadable.because());
        };
    }

    /** The one profile that is for the interface, by name where that is known. */
    private Optional<InterfaceOwner> matching(NetworkLink link, Optional<String> profile) {
        Optional<String> obstacle = files.obstacle(FOLDERS);
        if (obstacle.isPresent()) {
            return Optional.of(new Unclear(SELF, obstacle.get()));
        }
        Map<String, ConfigFile> sure = new LinkedHashMap<>();
        Map<String, ConfigFile> perhaps = new LinkedHashMap<>();
        for (ConfigFile file : files.in(FOLDERS)) {
            if (IGNORED.stream().noneMatch(file.name()::endsWith)) {
                // A profile of /etc hides one of /run and of /usr/lib with the same UUID.
                switch (match(file, link, profile)) {
                    case YES -> sure.putIfAbsent(identity(file), file);
                    case UNKNOWN -> perhaps.putIfAbsent(identity(file), file);
                    case NO -> {}
                }
            }
        }
        if (sure.size() == 1) {
            ConfigFile file = sure.values().iterator().next();
            return Optional.of(inFile(file.path(), profile, link));
        }
        List<String> paths = Stream.concat(sure.values().stream(), perhaps.values().stream())
                .map(ConfigFile::path)
                .toList();
        return paths.isEmpty()
                ? Optional.empty()
                : Optional.of(new Unclear(SELF, "it cannot be told which is for it: " + String.join(", ", paths)));
    }

    private static Match match(ConfigFile file, NetworkLink link, Optional<String> profile) {
        if (file.folder().equals(NetstackPlaces.NETWORK_SCRIPTS)) {
            return IfcfgOwner.match(file, link, false);
        }
        if (!(Keyfile.parse(file.path(), file.text()) instanceof Parsed.Document<Keyfile> parsed)) {
            return Match.NO;
        }
        Match matches = parsed.document().matches(link);
        if (profile.isEmpty() || matches == Match.NO) {
            return matches;
        }
        return parsed.document().id().equals(profile) ? Match.YES : Match.NO;
    }

    private static String identity(ConfigFile file) {
        return Keyfile.parse(file.path(), file.text()) instanceof Parsed.Document<Keyfile> parsed
                ? parsed.document().uuid().orElse(file.path())
                : file.path();
    }
}
