package dev.ibplay.netstack;

import dev.ibplay.ib.IpoibMode;
import dev.ibplay.ib.PKey;
import dev.ibplay.text.IniGrammar;
import dev.ibplay.text.IniText;
import dev.ibplay.text.Parsed;
import dev.ibplay.text.Rewrite;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A connection profile of NetworkManager: a keyfile of system-connections (nm-settings-keyfile(5)). */
public final class Keyfile implements InterfaceFile {
    private static final String SECTION = "infiniband";
    private static final String BOND = "bond";
    private static final String RUNTIME = "/run/";
    private static final String VENDOR = "/usr/";

    private final String path;
    private final IniText ini;
    private final Optional<IpoibMode> mode;

    private Keyfile(String path, IniText ini, Optional<IpoibMode> mode) {
        this.path = path;
        this.ini = ini;
        this.mode = mode;
    }

    /** Unreadable where NetworkManager would not load the profile for its syntax or its transport mode. */
    public static Parsed<Keyfile> parse(String path, String text) {
        return switch (IniGrammar.KEYFILE.read(text)) {
            case Parsed.Unreadable<IniText> unreadable -> new Parsed.Unreadable<>(unreadable.because());
            case Parsed.Document<IniText> ini -> of(path, ini.document());
        };
    }

    private static Parsed<Keyfile> of(String path, IniText ini) {
        Optional<IniText.Entry> written = ini.last(SECTION, "transport-mode");
        Optional<IpoibMode> mode = written.flatMap(e -> Arrays.stream(IpoibMode.values())
                .filter(m -> m.word().equals(e.value()))
                .findFirst());
        if (written.isPresent() && mode.isEmpty()) {
            return new Parsed.Unreadable<>("transport-mode in line %d is neither datagram nor connected"
                    .formatted(written.get().line()));
        }
        return new Parsed.Document<>(new Keyfile(path, ini, mode));
    }

    public String text() {
        return ini.text();
    }

    public Optional<String> id() {
        return string("connection", "id");
    }

    /** A value as NetworkManager reads it; an empty one is none. */
    public Optional<String> value(String section, String key) {
        return string(section, key);
    }

    public Optional<String> uuid() {
        return string("connection", "uuid");
    }

    public Optional<String> type() {
        return string("connection", "type");
    }

    /** The name that the profile is bound to. */
    public Optional<String> interfaceName() {
        return string("connection", "interface-name");
    }

    /** The address that the profile is bound to; only its last 8 bytes matter. */
    public Optional<HardwareAddress> address() {
        return string(SECTION, "mac-address").flatMap(HardwareAddress::parse);
    }

    /** The interface that a P_Key child is made on. */
    public Optional<String> parent() {
        return string(SECTION, "parent");
    }

    /** The child's P_Key as a full member's, which is how NetworkManager makes it; empty for the port's own interface. */
    public Optional<PKey> pkey() {
        return string(SECTION, "p-key")
                .map(t -> t.toLowerCase(Locale.ROOT))
                .flatMap(PKey::parse)
                .map(PKey::asFullMember);
    }

    /** The name of the interface that the profile makes: the parent's, a dot and four digits of the full member's P_Key. */
    public Optional<String> childName() {
        return pkey().flatMap(key -> parent().or(() -> interfaceName().map(n -> n.replaceFirst("\\..*", "")))
                .map(p -> "%s.%04x".formatted(p, key.value())));
    }

    /** Whether NetworkManager would bring this interface up by this profile. */
    public Match matches(NetworkLink link) {
        if (type().filter(SECTION::equals).isEmpty()) {
            return interfaceName().map(n -> Match.of(n.equals(link.name()))).orElse(Match.NO);
        }
        Match named = interfaceName().map(n -> Match.of(n.equals(link.name()))).orElse(Match.YES);
        if (pkey().isPresent()) {
            return childName().map(n -> Match.of(n.equals(link.name()))).orElse(named.and(Match.UNKNOWN));
        }
        if (link.name().contains(".")) {
            return interfaceName().isPresent() ? named : Match.NO;
        }
        return named.and(patterns(link)).and(addressed(link));
    }

    private Match addressed(NetworkLink link) {
        if (string(SECTION, "mac-address").isEmpty()) {
            return interfaceName().isPresent()
                            || ini.value("match", "interface-name").isPresent()
                    ? Match.YES
                    : Match.UNKNOWN;
        }
        return address().isPresent() && link.address().isPresent()
                ? Match.of(address().get().samePort(link.address().get())
                        || address().equals(link.address()))
                : Match.UNKNOWN;
    }

    private Match patterns(NetworkLink link) {
        boolean others = ini.entries().stream()
                .anyMatch(e -> e.section().equals("match") && !e.key().equals("interface-name"));
        List<String> patterns = string("match", "interface-name").stream()
                .flatMap(v -> Arrays.stream(v.split(";", -1)))
                .map(String::strip)
                .filter(p -> !p.isEmpty())
                .toList();
        boolean excluded =
                patterns.stream().anyMatch(p -> p.startsWith("!") && Glob.matches(p.substring(1), link.name()));
        List<String> wanted = patterns.stream().filter(p -> !p.startsWith("!")).toList();
        boolean included = wanted.isEmpty()
                || wanted.stream().anyMatch(p -> Glob.matches(p.replaceFirst("^[|&]", ""), link.name()));
        return Match.of(included && !excluded).and(others ? Match.UNKNOWN : Match.YES);
    }

    private Optional<String> string(String section, String key) {
        return ini.value(section, key).map(Keyfile::unescaped).filter(v -> !v.isEmpty());
    }

    /** GKeyFile's escapes. */
    private static String unescaped(String value) {
        return value.replace("\\s", " ").replace("\\t", "\t").replace("\\\\", "\\");
    }

    /** A bond has the MTU of Ethernet's setting (nm-device-bond.c: get_configured_mtu), which has two names in keyfiles. */
    private String mtuSection() {
        if (type().filter(BOND::equals).isEmpty()) {
            return SECTION;
        }
        return ini.hasSection("802-3-ethernet") ? "802-3-ethernet" : "ethernet";
    }

    /** NetworkManager takes 0, no number and no line alike: it leaves the MTU alone. */
    @Override
    public Optional<Integer> mtu() {
        return ini.value(mtuSection(), "mtu").flatMap(MtuText::bytes).filter(n -> n > 0);
    }

    @Override
    public Optional<IpoibMode> mode() {
        return mode;
    }

    @Override
    public Rewrite with(Optional<Integer> mtu, Optional<IpoibMode> mode) {
        boolean sameMtu = mtu.isEmpty() || mtu.equals(mtu());
        boolean sameMode = mode.isEmpty() || mode.equals(mode());
        if (sameMtu && sameMode) {
            return new Rewrite.Done(text());
        }
        Optional<String> obstacle = obstacle();
        if (obstacle.isPresent()) {
            return new Rewrite.Refused(obstacle.get());
        }
        if (!sameMode && type().filter(BOND::equals).isPresent()) {
            return new Rewrite.Refused("the mode of a bond is that of its slaves");
        }
        // The mode first, so that a file that has neither reads as NetworkManager itself writes it.
        Rewrite first = sameMode
                ? new Rewrite.Done(text())
                : ini.with(SECTION, "transport-mode", mode.get().word());
        if (sameMtu || !(first instanceof Rewrite.Done done)) {
            return first;
        }
        return IniGrammar.KEYFILE.read(done.text()) instanceof Parsed.Document<IniText> again
                ? again.document().with(mtuSection(), "mtu", Integer.toString(mtu.get()))
                : new Rewrite.Refused("the file cannot be read again after the change");
    }

    /** Why the file is not the place for a change. */
    Optional<String> obstacle() {
        if (path.startsWith(RUNTIME)) {
            boolean netplan = path.substring(path.lastIndexOf('/') + 1).startsWith("netplan-");
            return Optional.of(path
                    + (netplan
                            ? " is generated by netplan; its YAML is the place for a change"
                            : " is gone after a reboot; save the profile below /etc/NetworkManager first"));
        }
        if (path.startsWith(VENDOR)) {
            return Optional.of(path + " belongs to a package; save the profile below /etc/NetworkManager first");
        }
        if (type().filter(t -> t.equals(SECTION) || t.equals(BOND)).isEmpty()) {
            return Optional.of("the profile is not of type infiniband or bond");
        }
        boolean several = ini.value("connection", "multi-connect")
                .filter(v -> v.equals("2") || v.equals("3"))
                .isPresent();
        return several && address().isEmpty() && interfaceName().isEmpty()
                ? Optional.of("the profile is for several interfaces at once (multi-connect)")
                : Optional.empty();
    }

    /** Without the text: it may hold passwords. */
    @Override
    public String toString() {
        return "Keyfile[" + path + "]";
    }
}
