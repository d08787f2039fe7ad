package dev.ibplay.facts.linux;

import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.ReadMatching;
import dev.ibplay.exec.Operation.RunCommand;
import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.IpoibObserved;
import dev.ibplay.facts.Probe;
import dev.ibplay.ib.IpoibAddress;
import dev.ibplay.ib.IpoibMode;
import dev.ibplay.ib.PKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The interfaces that the kernel calls InfiniBand, from {@code /sys/class/net} (ipoib_main.c, ipoib_cm.c). The mode of a child
 * that was made by netlink only {@code ip} tells; a busybox that cannot leaves it absent.
 */
public final class IpoibInterfacesProbe implements Probe<List<IpoibObserved>> {
    private static final int LIMIT = 256;
    private static final Duration COMMAND_LIMIT = Duration.ofSeconds(10);

    /** ARPHRD_INFINIBAND. */
    private static final String INFINIBAND = "32";

    private static final Pattern TYPE = Pattern.compile("/sys/class/net/([^/]+)/type");

    private final boolean asksIp;

    /** @param asksIp whether a command may be run, too */
    public IpoibInterfacesProbe(boolean asksIp) {
        this.asksIp = asksIp;
    }

    @Override
    public List<Operation> operations() {
        List<Operation> operations = new ArrayList<>();
        for (String name : List.of("type", "mtu", "mode", "pkey", "carrier", "broadcast")) {
            operations.add(new ReadMatching("/sys/class/net/*/" + name, LIMIT));
        }
        if (asksIp) {
            operations.add(RunCommand.of(COMMAND_LIMIT, "ip", "-o", "-d", "link", "show", "type", "ipoib"));
        }
        return List.copyOf(operations);
    }

    @Override
    public List<IpoibObserved> parse(List<Outcome> outcomes) {
        SysfsFiles files = SysfsFiles.of(outcomes);
        Map<String, IpoibMode> modes = new TreeMap<>();
        for (Outcome outcome : outcomes) {
            if (outcome instanceof Outcome.CommandEnded) {
                ToolAnswer.of(outcome).ifKnown().ifPresent(output -> modes.putAll(IpLinkText.modes(output.lines())));
            }
        }
        List<IpoibObserved> interfaces = new ArrayList<>();
        files.contents().forEach((path, type) -> {
            Matcher matcher = TYPE.matcher(path);
            if (matcher.matches() && type.equals(INFINIBAND)) {
                interfaces.add(observed(matcher.group(1), files, modes));
            }
        });
        return List.copyOf(interfaces);
    }

    private static IpoibObserved observed(String name, SysfsFiles files, Map<String, IpoibMode> modes) {
        String folder = "/sys/class/net/" + name + "/";
        Fact<PKey> pkey = files.fact(folder + "pkey", PKey::parse);
        boolean isBare = files.get(folder + "pkey").isEmpty();
        Optional<PKey> ofBroadcast = files.get(folder + "broadcast")
                .flatMap(IpoibAddress::parse)
                .flatMap(address -> address.gid().ipoibPartition());
        return new IpoibObserved(
                name,
                files.fact(folder + "mtu", IpoibInterfacesProbe::number),
                isBare && modes.containsKey(name)
                        ? Fact.known(modes.get(name))
                        : files.fact(folder + "mode", IpoibInterfacesProbe::mode),
                isBare ? ofBroadcast.map(Fact::known).orElse(pkey) : pkey,
                files.get(folder + "carrier").map("1"::equals).orElse(false),
                isBare);
    }

    private static Optional<Integer> number(String text) {
        return text.matches("[0-9]{1,6}") ? Optional.of(Integer.parseInt(text)) : Optional.empty();
    }

    private static Optional<IpoibMode> mode(String text) {
        return Arrays.stream(IpoibMode.values())
                .filter(mode -> mode.word().equals(text))
                .findFirst();
    }
}
