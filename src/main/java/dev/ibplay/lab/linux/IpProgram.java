package dev.ibplay.lab.linux;

import dev.ibplay.ib.PKey;
import dev.ibplay.lab.disk.Errno;
import dev.ibplay.lab.machine.Invocation;
import dev.ibplay.lab.machine.Line;
import dev.ibplay.lab.machine.Program;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * ip(8), as far as ibplay and network stacks' files call it: addresses, the route back to the login; a link's state, MTU and
 * name; P_Key children made and deleted by netlink.
 */
final class IpProgram implements Program {
    private static final int FAILED = 2;
    private static final Pattern ADD =
            Pattern.compile("link add (?:link|dev) (\\S+) name (\\S+) type ipoib pkey (\\S+)(?: mode (\\S+))?");
    private static final Pattern DELETE = Pattern.compile("link del(?:ete)?(?: dev)? (\\S+)");
    private static final Pattern SET =
            Pattern.compile("link set(?: dev)? (\\S+) (up|down|mtu \\d{1,9}|name \\S+|type ipoib mode \\S+)");
    private static final Pattern DETAILS = Pattern.compile("-d link show(?: dev (\\S+)| type ipoib)?");

    private final IpoibKernel kernel;
    private final Addresses addresses;

    IpProgram(IpoibKernel kernel, Addresses addresses) {
        this.kernel = kernel;
        this.addresses = addresses;
    }

    @Override
    public int run(Invocation call) throws IOException {
        List<String> words = call.arguments().subList(1, call.arguments().size()).stream()
                .filter(word -> !word.equals("-o"))
                .toList();
        String all = String.join(" ", words);
        if (all.equals("addr show")) {
            return show(call.stdout());
        }
        if (all.startsWith("route get ") && words.size() >= 3) {
            Line.write(call.stdout(), addresses.route(words.get(2)));
            return 0;
        }
        try {
            Matcher details = DETAILS.matcher(all);
            if (details.matches()) {
                details(call.stdout(), Optional.ofNullable(details.group(1)), all.endsWith("type ipoib"));
            } else {
                link(all);
            }
            return 0;
        } catch (Errno refused) {
            return refused(refused, call.stderr());
        }
    }

    private static int refused(Errno refused, OutputStream errors) throws IOException {
        boolean isMissing = refused.name().equals("ENODEV");
        Line.write(
                errors,
                isMissing
                        ? "Cannot find device \"" + refused.subject() + "\""
                        : "RTNETLINK answers: " + Errno.text(refused.name()));
        return isMissing ? 1 : FAILED;
    }

    private int show(OutputStream out) throws IOException {
        Line.write(out, "1: lo    inet 127.0.0.1/8 scope host lo\\       valid_lft forever preferred_lft forever");
        Line.write(
                out,
                "2: eth0    inet %s/24 brd + scope global eth0\\       valid_lft forever preferred_lft forever"
                        .formatted(addresses.way()));
        for (IpoibDevice device : kernel.devices()) {
            show(out, device.index(), device.name());
        }
        for (Bond bond : kernel.bonds().all()) {
            show(out, bond.index(), bond.name());
        }
        return 0;
    }

    private void show(OutputStream out, int index, String name) throws IOException {
        for (String address : addresses.of(name)) {
            Line.write(
                    out,
                    "%d: %s    inet %s scope global %s\\       valid_lft forever preferred_lft forever"
                            .formatted(index, name, address, name));
        }
    }

    /** Only of children that were made by netlink is there a line of IPoIB's own (rtnl_link_ops). */
    private void details(OutputStream out, Optional<String> name, boolean onlyThose) throws Errno, IOException {
        List<IpoibDevice> shown = kernel.devices().stream()
                .filter(device -> name.map(device.name()::equals).orElse(true))
                .filter(device -> device.isBare() || !onlyThose)
                .toList();
        if (name.isPresent() && shown.isEmpty()) {
            throw new Errno("ENODEV", name.get());
        }
        for (IpoibDevice device : shown) {
            String own = device.isBare()
                    ? "    ipoib pkey  0x%04x mode  %s umcast  0000 "
                            .formatted(device.pkey().value(), device.mode().word())
                    : "";
            Line.write(
                    out,
                    "%d: %s%s: <BROADCAST,MULTICAST%s> mtu %d qdisc mq state %s mode DEFAULT group default qlen 256\\    link/infiniband promiscuity 0 minmtu 68 maxmtu 65520\\%saddrgenmode eui64"
                            .formatted(
                                    device.index(),
                                    device.name(),
                                    device.parent().map(parent -> "@" + parent).orElse(""),
                                    device.isUp() ? ",UP" : "",
                                    device.mtu(),
                                    device.hasCarrier() ? "UP" : "DOWN",
                                    own));
        }
    }

    private void link(String words) throws Errno {
        Matcher add = ADD.matcher(words);
        Matcher delete = DELETE.matcher(words);
        Matcher set = SET.matcher(words);
        if (add.matches()) {
            PKey pkey = PKey.parse(add.group(3)).orElseThrow(() -> new Errno("EINVAL", add.group(3)));
            kernel.addLink(add.group(1), add.group(2), pkey);
            if (add.group(4) != null) {
                changeMode(add.group(2), add.group(4));
            }
        } else if (delete.matches()) {
            kernel.deleteLink(delete.group(1));
        } else if (set.matches()) {
            set(set.group(1), set.group(2).split(" ", 2));
        } else {
            throw new Errno("EOPNOTSUPP", words);
        }
    }

    private void changeMode(String name, String mode) throws Errno {
        Optional<IpoibDevice> device = kernel.device(name);
        if (device.isPresent()) {
            device.get().changeMode(mode + "\n");
        }
    }

    private void set(String name, String[] wish) throws Errno {
        switch (wish[0]) {
            case "mtu" -> kernel.changeMtu(name, Integer.parseInt(wish[1]));
            case "name" -> kernel.rename(name, wish[1]);
            case "type" -> changeMode(name, wish[1].replaceFirst(".* ", ""));
            default -> kernel.setUp(name, wish[0].equals("up"));
        }
    }
}
