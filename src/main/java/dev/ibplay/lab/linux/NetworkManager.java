package dev.ibplay.lab.linux;

import dev.ibplay.lab.disk.Errno;
import dev.ibplay.lab.machine.Invocation;
import dev.ibplay.netstack.ConfigFile;
import dev.ibplay.netstack.Match;
import dev.ibplay.netstack.NetworkLink;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;

/**
 * NetworkManager with keyfiles, and Red Hat's ifcfg files beside them (nm-settings-keyfile(5)). It has profiles in memory: a
 * file that has changed counts when it is told to load it, or at the next start.
 */
final class NetworkManager implements NetworkStack {
    private static final int MODE = 0600;
    private static final String FOLDER = "/etc/NetworkManager/system-connections";
    private static final List<String> FOLDERS =
            List.of(FOLDER, "/run/NetworkManager/system-connections", "/usr/lib/NetworkManager/system-connections");

    /** Names that the keyfile plugin passes over (nms-keyfile-utils.c: nms_keyfile_utils_filename_should_ignore). */
    private static final String IGNORED = ".*(~|\\.(swp|swpx|pem|der|bak|rpmnew|rpmsave))";

    private final StackHost host;
    private final Map<String, NetworkManagerProfile> profiles = new TreeMap<>();
    /** The profile by which each interface came up, as it was then. */
    private final Map<String, NetworkManagerProfile> active = new LinkedHashMap<>();

    private boolean runs;

    NetworkManager(StackHost host) {
        this.host = host;
    }

    @Override
    public void write(List<LinuxHost.Interface> interfaces) throws Errno {
        host.disk().folders(FOLDER);
        for (LinuxHost.Interface each : interfaces) {
            UUID uuid = UUID.nameUUIDFromBytes(each.address().getBytes(StandardCharsets.UTF_8));
            String text =
                    "[connection]\nid=%1$s\nuuid=%2$s\ntype=infiniband\ninterface-name=%1$s\n\n[infiniband]\n%3$stransport-mode=%4$s\n\n[ipv4]\naddress1=%5$s\nmethod=manual\n"
                            .formatted(
                                    each.name(),
                                    uuid,
                                    each.mtu().map(mtu -> "mtu=" + mtu + "\n").orElse(""),
                                    each.mode().word(),
                                    each.address());
            host.write(FOLDER + "/" + each.name() + ".nmconnection", text, MODE);
        }
    }

    @Override
    public synchronized void boot() {
        profiles.clear();
        active.clear();
        runs = false;
    }

    @Override
    public synchronized int run(String program, Invocation call) throws IOException {
        if (program.equals("NetworkManager")) {
            runs = true;
            active.clear();
            reload();
            return 0;
        }
        return new NmcliProgram(this).run(call);
    }

    boolean runs() {
        return runs;
    }

    StackHost host() {
        return host;
    }

    Map<String, NetworkManagerProfile> active() {
        return active;
    }

    List<NetworkManagerProfile> profiles() {
        return List.copyOf(profiles.values());
    }

    /** Reads all files anew: what is gone goes down, what is new may come up. */
    void reload() {
        profiles.clear();
        List<String> patterns =
                new ArrayList<>(FOLDERS.stream().map(folder -> folder + "/*").toList());
        patterns.add(NetworkScripts.FOLDER + "/ifcfg-*");
        host.read(patterns).forEach(this::take);
        List<String> gone = active.entrySet().stream()
                .filter(each -> !profiles.containsKey(each.getValue().path()))
                .map(Map.Entry::getKey)
                .toList();
        for (String name : gone) {
            active.remove(name);
            try {
                host.takeDown(name);
            } catch (Errno alreadyGone) {
                // A child that somebody else has deleted.
            }
        }
        connect();
    }

    /** Reads one file anew; whether it is a profile. */
    boolean load(String path) {
        profiles.remove(path);
        boolean isTaken = host.read(List.of(path)).stream().anyMatch(this::take);
        connect();
        return isTaken;
    }

    private boolean take(ConfigFile file) {
        boolean isKeyfile = FOLDERS.contains(file.folder());
        if (file.name().matches(IGNORED) || (isKeyfile && isOpenToOthers(file.path()))) {
            return false;
        }
        Optional<NetworkManagerProfile> profile = NetworkManagerProfile.read(file)
                // A profile of /etc hides those of later folders with its UUID.
                .filter(read -> !isKeyfile
                        || profiles.values().stream()
                                .noneMatch(other -> other.uuid().equals(read.uuid())
                                        && FOLDERS.indexOf(new ConfigFile(other.path(), "").folder())
                                                < FOLDERS.indexOf(file.folder())));
        profile.ifPresent(read -> profiles.put(read.path(), read));
        return profile.isPresent();
    }

    /** It takes no keyfile that others than root can read (nms-keyfile-utils.c). */
    private boolean isOpenToOthers(String path) {
        try {
            return (host.disk().stat(path, true).mode() & 077) != 0;
        } catch (Errno gone) {
            return true;
        }
    }

    /** Brings up what comes up by itself and has an interface that nothing else has. */
    private void connect() {
        Map<String, NetworkManagerProfile> chosen = new LinkedHashMap<>();
        for (NetworkLink port : host.ports()) {
            if (!active.containsKey(port.name())) {
                choose(port, chosen).ifPresent(profile -> chosen.put(port.name(), profile));
            }
        }
        profiles.values().stream()
                .filter(profile -> profile.autoconnect() && !profile.isPort())
                .forEach(profile -> profile.boundTo()
                        .filter(name -> !active.containsKey(name))
                        .ifPresent(name -> chosen.putIfAbsent(name, profile)));
        activate(chosen);
    }

    /** One that names the interface goes before one that would do for any; each is used once. */
    private Optional<NetworkManagerProfile> choose(NetworkLink port, Map<String, NetworkManagerProfile> chosen) {
        List<NetworkManagerProfile> free = profiles.values().stream()
                .filter(profile -> profile.isPort() && profile.autoconnect())
                .filter(profile -> !chosen.containsValue(profile) && !active.containsValue(profile))
                .toList();
        return free.stream()
                .filter(profile -> profile.matches(port) == Match.YES)
                .findFirst()
                .or(() -> free.stream()
                        .filter(profile ->
                                profile.type().equals("infiniband") && profile.matches(port) == Match.UNKNOWN)
                        .findFirst());
    }

    private void activate(Map<String, NetworkManagerProfile> chosen) {
        List<LinkSettings> links = new ArrayList<>();
        chosen.forEach(
                (name, profile) -> links.add(profile.link(name, profile.bond().map(this::bondName))));
        host.bringUp(links)
                .forEach(name -> Optional.ofNullable(chosen.get(name)).ifPresent(profile -> active.put(name, profile)));
    }

    private String bondName(String called) {
        return profiles.values().stream()
                .filter(profile -> profile.origin() instanceof LinkSettings.Origin.Slaves && profile.isCalled(called))
                .flatMap(profile -> profile.boundTo().stream())
                .findFirst()
                .orElse(called);
    }

    /** {@code nmcli connection up}: whether there was such a profile and an interface for it. */
    boolean up(String id) {
        Optional<NetworkManagerProfile> profile = profiles.values().stream()
                .filter(p -> p.id().equals(id) || p.uuid().equals(id))
                .findFirst();
        Optional<String> name = profile.flatMap(p -> p.isPort()
                ? host.ports().stream()
                        .filter(port -> p.matches(port) == Match.YES)
                        .map(NetworkLink::name)
                        .findFirst()
                : p.boundTo());
        if (profile.isEmpty() || name.isEmpty()) {
            return false;
        }
        activate(Map.of(name.get(), profile.get()));
        return profile.get().equals(active.get(name.get()));
    }

    /**
     * {@code nmcli device reapply}: takes the MTU over from the profile as it is in memory, and refuses to do so when the mode has
     * changed (nm-device-infiniband.c: can_reapply_change).
     *
     * @return why not; empty when it is done
     */
    Optional<String> reapply(String name) {
        Optional<NetworkManagerProfile> applied = Optional.ofNullable(active.get(name));
        Optional<NetworkManagerProfile> loaded = applied.flatMap(p -> Optional.ofNullable(profiles.get(p.path())));
        if (applied.isEmpty() || loaded.isEmpty()) {
            return Optional.of("Device is not activated");
        }
        NetworkManagerProfile now = loaded.get();
        if (!now.file().mode().equals(applied.get().file().mode())) {
            return Optional.of("Can't reapply changes to 'infiniband.transport-mode' setting");
        }
        try {
            if (now.file().mtu().isPresent()) {
                host.kernel().changeMtu(name, now.file().mtu().get());
            }
            active.put(name, now);
            return Optional.empty();
        } catch (Errno refused) {
            return Optional.of(Errno.text(refused.name()));
        }
    }
}
