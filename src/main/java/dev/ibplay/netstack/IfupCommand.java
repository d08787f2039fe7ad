package dev.ibplay.netstack;

import dev.ibplay.ib.IpoibMode;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a command of ifupdown's {@code pre-up} or {@code up} does to the MTU or the mode of its interface. */
sealed interface IfupCommand {
    /**
     * Writes the mode.
     *
     * @param start the offset of the mode within the command
     */
    record SetsMode(IpoibMode mode, int start, int end) implements IfupCommand {}

    /**
     * Sets the MTU.
     *
     * @param mtu in bytes
     * @param start the offset of the number within the command
     */
    record SetsMtu(int mtu, int start, int end) implements IfupCommand {}

    record Other() implements IfupCommand {}

    /** It names the interface and speaks of MTU or mode, but not in a way that is known here. */
    record Unclear() implements IfupCommand {}

    String INTERFACE = "[\"']?(?<interface>[\\w.:-]+|\\$IFACE|\\$\\{IFACE})[\"']?";
    String SYSFS = "[\"']?/sys/class/net/(?<interface>[\\w.:-]+|\\$IFACE|\\$\\{IFACE})/";
    String PROGRAM = "\\s*(?:sudo\\s+)?(?:/[\\w/]+/)?";
    String INTO = "\\s*(?:>{1,2}|\\|\\s*(?:sudo\\s+)?(?:/[\\w/]+/)?tee)\\s*";
    String END = "[\"']?\\s*(?:>\\s*/dev/null\\s*)?(?:\\|\\|\\s*(?:true|:|/bin/true)\\s*)?";
    String MODE = "[\"']?(?<value>datagram|connected)[\"']?";
    String NUMBER = "[\"']?(?<value>[0-9]{1,9})[\"']?";

    List<Pattern> MODES = List.of(
            Pattern.compile(PROGRAM + "echo\\s+" + MODE + INTO + SYSFS + "mode" + END),
            Pattern.compile(PROGRAM + "ip\\s+link\\s+set\\s+(?:dev\\s+)?" + INTERFACE + "\\s+type\\s+ipoib\\s+mode\\s+"
                    + MODE + END));
    List<Pattern> MTUS = List.of(
            Pattern.compile(PROGRAM + "echo\\s+" + NUMBER + INTO + SYSFS + "mtu" + END),
            Pattern.compile(PROGRAM + "ifconfig\\s+" + INTERFACE + "\\s+mtu\\s+" + NUMBER + END),
            Pattern.compile(PROGRAM + "ip\\s+link\\s+set\\s+(?:dev\\s+)?" + INTERFACE + "\\s+mtu\\s+" + NUMBER + END));
    Pattern SPEAKS = Pattern.compile("\\b(?:mtu|mode|datagram|connected)\\b");

    static IfupCommand parse(String command, String interfaceName) {
        for (Pattern pattern : MODES) {
            Matcher m = pattern.matcher(command);
            if (m.matches()) {
                IpoibMode mode = IpoibMode.valueOf(m.group("value").toUpperCase(Locale.ROOT));
                return isOf(m.group("interface"), interfaceName)
                        ? new SetsMode(mode, m.start("value"), m.end("value"))
                        : new Other();
            }
        }
        for (Pattern pattern : MTUS) {
            Matcher m = pattern.matcher(command);
            if (m.matches()) {
                Optional<Integer> mtu = MtuText.bytes(m.group("value"));
                return mtu.isPresent() && isOf(m.group("interface"), interfaceName)
                        ? new SetsMtu(mtu.get(), m.start("value"), m.end("value"))
                        : new Other();
            }
        }
        boolean names = command.contains(interfaceName) || command.contains("$IFACE") || command.contains("${IFACE}");
        return names && SPEAKS.matcher(command).find() ? new Unclear() : new Other();
    }

    private static boolean isOf(String written, String interfaceName) {
        return written.startsWith("$") || written.equals(interfaceName);
    }
}
