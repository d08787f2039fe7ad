package dev.ibplay.netstack;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A file of udev rules (udev(7)) that writes mlx4's attributes {@code mlx4_portN_mtu} when the driver binds to an adapter. The
 * attribute is of the PCI function and gone with the driver, so that something must write it at each start.
 */
public final class PortMtuRules {
    /** The file that such rules are written to. */
    public static final String PATH = "/etc/udev/rules.d/70-mlx4-port-mtu.rules";

    private final String text;

    private PortMtuRules(String text) {
        this.text = text;
    }

    /** Every text can be read: rules that concern something else are kept as they are. */
    public static PortMtuRules parse(String text) {
        return new PortMtuRules(text);
    }

    /** The value that an attribute gets; the last rule counts. */
    public Optional<String> value(String attribute) {
        Optional<String> last = Optional.empty();
        Matcher assignment = assignment(attribute).matcher(text);
        while (assignment.find()) {
            last = Optional.of(assignment.group(1));
        }
        return last;
    }

    /** The file with the value: every rule that sets the attribute says it, or a rule is added. */
    public String with(String attribute, String value) {
        if (value(attribute).isPresent()) {
            Matcher assignment = assignment(attribute).matcher(text);
            var result = new StringBuilder();
            int at = 0;
            while (assignment.find()) {
                result.append(text, at, assignment.start(1)).append(value);
                at = assignment.end(1);
            }
            return result.append(text.substring(at)).toString();
        }
        String end = text.isEmpty() || text.endsWith("\n") ? "" : "\n";
        // The driver is bound once, after its attributes are there; a write makes no further such event.
        return text
                + end
                + "ACTION==\"bind\", SUBSYSTEM==\"pci\", DRIVER==\"mlx4_core\", ATTR{%s}=\"%s\"\n"
                        .formatted(attribute, value);
    }

    /** Of a line that is no comment. */
    private static Pattern assignment(String attribute) {
        return Pattern.compile(
                "^(?![ \\t]*#)[^\\n]*ATTR\\{" + Pattern.quote(attribute) + "\\}[ \\t]*=(?!=)[ \\t]*\"([^\"\\n]*)\"",
                Pattern.MULTILINE);
    }
}
