package dev.ibplay.opensm;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a new opensm.conf changes in a running OpenSM that was started with the old one. */
public record OptionChanges(List<Change> changes) {
    private static final String HIDDEN = "<hidden>";

    /** How a value gets into force. */
    public enum Activation {
        HUP,
        RESTART
    }

    /**
     * A key whose effective value changes.
     *
     * @param before the effective value, as {@link OpensmOption#reads}; {@code <hidden>} for secrets, empty where it is an
     *     unknown default
     * @param after the effective value after a restart
     */
    public record Change(OpensmOption option, Optional<String> before, Optional<String> after, Activation activation) {}

    public OptionChanges {
        changes = List.copyOf(changes);
    }

    /**
     * Compares the values that OpenSM gets from both files. A key that is removed, or whose line is no good any more, keeps
     * its value on SIGHUP and so needs a restart to get back to its default; only the qos keys get it at once.
     */
    public static OptionChanges between(OpensmConf before, OpensmConf after) {
        EffectiveOptions old = before.effective();
        EffectiveOptions started = after.effective();
        EffectiveOptions hup = old.afterHup(after.lines());
        var changes = new ArrayList<Change>();
        for (OpensmOption option : OpensmOptions.known()) {
            Optional<String> was = old.reading(option).value();
            Optional<String> is = started.reading(option).value();
            Optional<String> live = hup.reading(option).value();
            if (!was.equals(is) || !live.equals(is)) {
                Activation activation = live.equals(is) ? Activation.HUP : Activation.RESTART;
                changes.add(new Change(option, shown(option, was), shown(option, is), activation));
            }
        }
        return new OptionChanges(changes);
    }

    private static Optional<String> shown(OpensmOption option, Optional<String> value) {
        return option.isSecret() ? value.map(v -> HIDDEN) : value;
    }

    public boolean needsRestart() {
        return changes.stream().anyMatch(c -> c.activation() == Activation.RESTART);
    }
}
