package dev.ibplay.facts.linux;

import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.ReadMatching;
import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.IpoibObserved;
import dev.ibplay.facts.Probe;
import dev.ibplay.ib.IpoibAddress;
import dev.ibplay.ib.IpoibMode;
import dev.ibplay.ib.PKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The interfaces that the kernel calls InfiniBand, from {@code /sys/class/net} (ipoib_main.c, ipoib_cm.c). The mode of a child
 * that was made by netlink only {@code ip} tells: see {@link IpoibModesProbe}.
 */
public final class IpoibInterfacesProbe implements Probe<List<IpoibObserved>> {
    private static final int LIMIT = 256;

    /** ARPHRD_INFINIBAND. */
    private static final String INFINIBAND = "32";

    private static final Pattern TYPE = Pattern.compile("/sys/class/net/([^/]+)/type");

    @Override
    public List<Operation> operations() {
        return Stream.of("type", "mtu", "mode", "pkey", "carrier", "broadcast")
                .map(name -> (Operation) new ReadMatching("/sys/class/net/*/" + name, LIMIT))
                .toList();
    }

    @Override
    public List<IpoibObserved> parse(List<Outcome> outcomes) {
        SysfsFiles files = SysfsFiles.of(outcomes);
        List<IpoibObserved> interfaces = new ArrayList<>();
        files.contents().forEach((path, type) -> {
            Matcher matcher = TYPE.matcher(path);
            if (matcher.matches() && type.equals(INFINIBAND)) {
                interfaces.add(observed(matcher.group(1), files));
            }
        });
        return List.copyOf(interfaces);
    }

    private static IpoibObserved observed(String name, SysfsFiles files) {
        String folder = "/sys/class/net/" + name + "/";
        Fact<PKey> pkey = files.fact(folder + "pkey", PKey::parse);
        boolean isBare = files.get(folder + "pkey").isEmpty();
        Optional<PKey> ofBroadcast = files.get(folder + "broadcast")
                .flatMap(IpoibAddress::parse)
                .flatMap(address -> address.gid().ipoibPartition());
        return new IpoibObserved(
                name,
                files.fact(folder + "mtu", IpoibInterfacesProbe::number),
                files.fact(folder + "mode", IpoibInterfacesProbe::mode),
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
