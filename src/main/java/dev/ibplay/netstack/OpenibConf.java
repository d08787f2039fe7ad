package dev.ibplay.netstack;

import dev.ibplay.text.Parsed;
import dev.ibplay.text.Rewrite;
import dev.ibplay.text.ShellAssignments;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * /etc/infiniband/openib.conf of MLNX_OFED and OFED. Its mlnx_interface_mgr.sh runs when an interface comes into being and may
 * set mode and MTU against what the network stack's file says.
 */
public final class OpenibConf {
    /** What SET_IPOIB_CM says; the script compares letter by letter, and takes anything else for no. */
    public enum ConnectedMode {
        /** Every IPoIB interface is made connected. */
        YES,
        /** Interfaces of mlx5 devices are, unless IPoIB is enhanced; others are left alone. */
        AUTO,
        /** The interfaces are left to the network stack. */
        NO;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** What the script sets where neither the network stack's file nor openib.conf has an MTU, in bytes. */
    public static final int DEFAULT_MTU = 65520;

    private static final String MODE = "SET_IPOIB_CM";
    private static final String MTU = "IPOIB_MTU";

    private final ShellAssignments shell;

    private OpenibConf(ShellAssignments shell) {
        this.shell = shell;
    }

    /** Unreadable where it cannot be told what the script will do. */
    public static Parsed<OpenibConf> parse(String text) {
        return switch (ShellAssignments.parse(text)) {
            case Parsed.Unreadable<ShellAssignments> unreadable -> new Parsed.Unreadable<>(unreadable.because());
            case Parsed.Document<ShellAssignments> shell -> {
                Optional<String> unclear =
                        shell.document().unclear(MODE).or(() -> shell.document().unclear(MTU));
                yield unclear.isPresent()
                        ? new Parsed.Unreadable<>(unclear.get())
                        : new Parsed.Document<>(new OpenibConf(shell.document()));
            }
        };
    }

    public String text() {
        return shell.text();
    }

    public ConnectedMode connectedMode() {
        return switch (shell.value(MODE).orElse("")) {
            case "yes" -> ConnectedMode.YES;
            case "auto" -> ConnectedMode.AUTO;
            default -> ConnectedMode.NO;
        };
    }

    /** The MTU in bytes that goes with connected mode, where the network stack's file has none. */
    public int mtu() {
        return shell.value(MTU).flatMap(MtuText::bytes).orElse(DEFAULT_MTU);
    }

    /** Whether the script sets the mode and MTU of an interface that has this driver, such as mlx5_core. */
    public Match sets(Optional<String> driver) {
        return switch (connectedMode()) {
            case YES -> Match.YES;
            case NO -> Match.NO;
            case AUTO -> driver.map(d -> Match.of(d.startsWith("mlx5"))).orElse(Match.UNKNOWN);
        };
    }

    /** The file with these values; an empty one is left as it is. */
    public Rewrite with(Optional<ConnectedMode> mode, Optional<Integer> mtu) {
        Rewrite first = mode.filter(m -> m != connectedMode())
                .map(m -> shell.with(MODE, m.word(), List.of(MTU, "IPOIB_LOAD")))
                .orElse(new Rewrite.Done(text()));
        boolean sameMtu = mtu.isEmpty() || mtu.get() == mtu();
        if (sameMtu || !(first instanceof Rewrite.Done done)) {
            return first;
        }
        return ShellAssignments.parse(done.text()) instanceof Parsed.Document<ShellAssignments> again
                ? again.document().with(MTU, Integer.toString(mtu.get()), List.of(MODE))
                : new Rewrite.Refused("the file cannot be read again after the change");
    }
}
