package dev.ibplay.netstack;

import dev.ibplay.ib.IpoibMode;
import dev.ibplay.ib.PKey;
import dev.ibplay.text.Parsed;
import dev.ibplay.text.Rewrite;
import dev.ibplay.text.ShellAssignments;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** An ifcfg file: one interface's settings as shell assignments, in the words of Red Hat's scripts or of wicked. */
public final class IfcfgFile implements InterfaceFile {
    /** Whose words the file uses; both write {@code MTU}. */
    public enum Dialect {
        /** /etc/sysconfig/network-scripts, read by the network scripts and by NetworkManager: CONNECTED_MODE=yes|no. */
        RED_HAT,
        /** /etc/sysconfig/network, read by wicked: IPOIB_MODE=connected|datagram (ifcfg-infiniband(5)). */
        WICKED
    }

    private static final String PREFIX = "ifcfg-";
    private static final Set<String> YES = Set.of("yes", "y", "true", "t", "1", "on");
    private static final Set<String> NO = Set.of("no", "n", "false", "f", "0", "off", "");

    private final Dialect dialect;
    private final ConfigFile file;
    private final ShellAssignments shell;

    private IfcfgFile(Dialect dialect, ConfigFile file, ShellAssignments shell) {
        this.dialect = dialect;
        this.file = file;
        this.shell = shell;
    }

    /** The dialect follows from the folder: wicked's is /etc/sysconfig/network, every other is Red Hat's. */
    public static Parsed<IfcfgFile> parse(String path, String text) {
        boolean wicked = new ConfigFile(path, text).folder().endsWith("/sysconfig/network");
        return parse(wicked ? Dialect.WICKED : Dialect.RED_HAT, path, text);
    }

    /** Unreadable where the MTU or the mode cannot be told from the text. */
    public static Parsed<IfcfgFile> parse(Dialect dialect, String path, String text) {
        return switch (ShellAssignments.parse(text)) {
            case Parsed.Unreadable<ShellAssignments> unreadable -> new Parsed.Unreadable<>(unreadable.because());
            case Parsed.Document<ShellAssignments> shell -> {
                var result = new IfcfgFile(dialect, new ConfigFile(path, text), shell.document());
                Optional<String> problem = result.problem();
                yield problem.isPresent() ? new Parsed.Unreadable<>(problem.get()) : new Parsed.Document<>(result);
            }
        };
    }

    private Optional<String> problem() {
        Optional<String> unclear = shell.unclear("MTU").or(() -> shell.unclear(modeKey()));
        if (unclear.isPresent()) {
            return unclear;
        }
        if (shell.value("MTU").filter(v -> MtuText.bytes(v).isEmpty()).isPresent()) {
            return Optional.of("MTU in line %d is no number".formatted(lineOf("MTU")));
        }
        boolean knownMode = shell.value(modeKey())
                .map(v -> v.toLowerCase(Locale.ROOT))
                .map(v -> dialect == Dialect.WICKED ? word(v).isPresent() : YES.contains(v) || NO.contains(v))
                .orElse(true);
        return knownMode
                ? Optional.empty()
                : Optional.of("the value of %s in line %d is not known".formatted(modeKey(), lineOf(modeKey())));
    }

    private int lineOf(String name) {
        return shell.last(name).map(ShellAssignments.Assignment::line).orElse(0);
    }

    private String modeKey() {
        return dialect == Dialect.WICKED ? "IPOIB_MODE" : "CONNECTED_MODE";
    }

    public Dialect dialect() {
        return dialect;
    }

    public String text() {
        return file.text();
    }

    /** The value of a variable as the shell reads it. */
    public Optional<String> value(String name) {
        return shell.value(name);
    }

    /** DEVICE, or what the file's name says after {@code ifcfg-}. */
    public String interfaceName() {
        return shell.value("DEVICE")
                .filter(d -> dialect == Dialect.RED_HAT)
                .orElseGet(() -> file.name().startsWith(PREFIX) ? file.name().substring(PREFIX.length()) : file.name());
    }

    /** HWADDR or LLADDR: the port that the file is for. */
    public Optional<HardwareAddress> address() {
        return shell.value("HWADDR").or(() -> shell.value("LLADDR")).flatMap(HardwareAddress::parse);
    }

    public boolean isInfiniBand() {
        return shell.value("TYPE").filter("infiniband"::equalsIgnoreCase).isPresent()
                || (dialect == Dialect.WICKED && shell.last("IPOIB").isPresent());
    }

    /** Whether NetworkManager is told to leave the interface to the network scripts. */
    public boolean isLeftToScripts() {
        return shell.value("NM_CONTROLLED")
                .map(v -> NO.contains(v.toLowerCase(Locale.ROOT)))
                .orElse(false);
    }

    /** The bond or team that the interface belongs to, whose own file has the MTU. */
    public Optional<String> master() {
        return shell.value("MASTER").or(() -> shell.value("TEAM_MASTER"));
    }

    /** The interface that a P_Key child is made on. */
    public Optional<String> parent() {
        return shell.value(dialect == Dialect.WICKED ? "IPOIB_DEVICE" : "PHYSDEV");
    }

    /** A child's P_Key as the full member's that every reader makes of it. */
    public Optional<PKey> pkey() {
        if (dialect == Dialect.WICKED) {
            return shell.value("IPOIB_PKEY")
                    .map(v -> v.startsWith("0x") || v.startsWith("0X") ? v : "0x" + v)
                    .flatMap(PKey::parse)
                    .map(PKey::asFullMember);
        }
        return shell.value("PKEY")
                        .filter(v -> YES.contains(v.toLowerCase(Locale.ROOT)))
                        .isPresent()
                ? shell.value("PKEY_ID").flatMap(PKey::parse).map(PKey::asFullMember)
                : Optional.empty();
    }

    /**
     * Why NetworkManager takes the file for no connection: a child's DEVICE must be PHYSDEV, a dot and the full member's
     * P_Key in four digits.
     */
    public Optional<String> rejection() {
        Optional<String> wanted =
                pkey().flatMap(key -> parent().map(physical -> "%s.%04x".formatted(physical, key.value())));
        return wanted.filter(name -> dialect == Dialect.RED_HAT && !isLeftToScripts())
                .filter(name -> !name.equals(interfaceName()))
                .map(name -> "DEVICE is %s, but PHYSDEV and PKEY_ID make it %s".formatted(interfaceName(), name));
    }

    @Override
    public Optional<Integer> mtu() {
        return shell.value("MTU").flatMap(MtuText::bytes).filter(n -> n > 0);
    }

    /**
     * Red Hat's readers make an InfiniBand interface without CONNECTED_MODE a datagram one (ifup-ib; NetworkManager's
     * ifcfg-rh). The network scripts know no spelling but {@code yes}.
     */
    @Override
    public Optional<IpoibMode> mode() {
        if (dialect == Dialect.WICKED) {
            return shell.value(modeKey()).flatMap(IfcfgFile::word);
        }
        if (shell.value(modeKey()).isEmpty()) {
            return isInfiniBand() ? Optional.of(IpoibMode.DATAGRAM) : Optional.empty();
        }
        boolean connected = shell.value(modeKey())
                .filter(v -> isLeftToScripts() ? v.equals("yes") : YES.contains(v.toLowerCase(Locale.ROOT)))
                .isPresent();
        return Optional.of(connected ? IpoibMode.CONNECTED : IpoibMode.DATAGRAM);
    }

    private static Optional<IpoibMode> word(String value) {
        return Arrays.stream(IpoibMode.values())
                .filter(m -> m.word().equalsIgnoreCase(value))
                .findFirst();
    }

    @Override
    public Rewrite with(Optional<Integer> mtu, Optional<IpoibMode> mode) {
        boolean sameMtu = mtu.isEmpty() || mtu.equals(mtu());
        boolean sameMode = mode.isEmpty() || mode.equals(mode());
        if (sameMtu && sameMode) {
            return new Rewrite.Done(text());
        }
        Optional<String> rejected = rejection();
        if (rejected.isPresent()) {
            return new Rewrite.Refused(rejected.get());
        }
        Rewrite first = sameMode
                ? new Rewrite.Done(text())
                : shell.with(modeKey(), modeValue(mode.get()), List.of("TYPE", "MTU", "DEVICE", "IPOIB"));
        if (sameMtu || !(first instanceof Rewrite.Done done)) {
            return first;
        }
        return ShellAssignments.parse(done.text()) instanceof Parsed.Document<ShellAssignments> again
                ? again.document().with("MTU", Integer.toString(mtu.get()), List.of("TYPE", "DEVICE", modeKey()))
                : new Rewrite.Refused("the file cannot be read again after the change");
    }

    private String modeValue(IpoibMode mode) {
        if (dialect == Dialect.WICKED) {
            return mode.word();
        }
        return mode == IpoibMode.CONNECTED ? "yes" : "no";
    }

    @Override
    public String toString() {
        return "IfcfgFile[" + file + "]";
    }
}
