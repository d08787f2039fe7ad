package dev.ibplay.lab.linux;

import dev.ibplay.lab.disk.Errno;
import dev.ibplay.lab.machine.Invocation;
import dev.ibplay.lab.machine.Program;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/**
 * ip(8), as far as ibplay calls it: addresses, the route back to the login, and setting a link up or down. Links made by
 * netlink are not simulated.
 */
final class IpProgram implements Program {
    private static final int FAILED = 2;

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
        if (all.matches("link set dev \\S+ (up|down)")) {
            return set(words.get(3), words.get(4).equals("up"), call.stderr());
        }
        Line.write(call.stderr(), "RTNETLINK answers: Operation not supported");
        return FAILED;
    }

    private int show(OutputStream out) throws IOException {
        Line.write(out, "1: lo    inet 127.0.0.1/8 scope host lo\\       valid_lft forever preferred_lft forever");
        Line.write(
                out,
                "2: eth0    inet %s/24 brd + scope global eth0\\       valid_lft forever preferred_lft forever"
                        .formatted(addresses.way()));
        for (IpoibDevice device : kernel.devices()) {
            for (String address : addresses.of(device.name())) {
                Line.write(
                        out,
                        "%d: %s    inet %s scope global %s\\       valid_lft forever preferred_lft forever"
                                .formatted(device.index(), device.name(), address, device.name()));
            }
        }
        return 0;
    }

    private int set(String name, boolean up, OutputStream errors) throws IOException {
        try {
            kernel.setUp(name, up);
            return 0;
        } catch (Errno missing) {
            Line.write(errors, "Cannot find device \"" + name + "\"");
            return 1;
        }
    }
}
