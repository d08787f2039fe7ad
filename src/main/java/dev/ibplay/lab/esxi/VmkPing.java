package dev.ibplay.lab.esxi;

import dev.ibplay.lab.machine.Invocation;
import dev.ibplay.lab.machine.Line;
import dev.ibplay.lab.machine.Program;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code vmkping}: options come before the address. */
final class VmkPing implements Program {
    /** ICMP's header, and that of IP besides. */
    static final int ICMP = 8;

    static final int HEADERS = 28;

    private static final int USUAL_PAYLOAD = 56;
    private static final int USUAL_COUNT = 3;
    private static final Duration PATIENCE = Duration.ofSeconds(1);
    private static final String WITH_VALUE = "csIiWtNX";

    private final VirtualNetwork network;
    private final EsxiRelease release;

    VmkPing(VirtualNetwork network, EsxiRelease release) {
        this.network = network;
        this.release = release;
    }

    @Override
    public int run(Invocation call) throws InterruptedException, IOException {
        Map<Character, String> options = new HashMap<>();
        var words =
                new ArrayDeque<>(call.arguments().subList(1, call.arguments().size()));
        String address = "";
        while (!words.isEmpty()) {
            String word = words.remove();
            char letter = word.length() > 1 && word.startsWith("-") ? word.charAt(1) : ' ';
            boolean isKnown = "vd46D".indexOf(letter) >= 0 || WITH_VALUE.indexOf(letter) >= 0;
            if (letter != ' ' && (!isKnown || (letter == 'I' && !release.isAtLeast(5, 1)))) {
                Line.write(call.stderr(), "vmkping: invalid option -- " + letter);
                return usage(call);
            }
            if (letter == ' ') {
                address = word;
            } else if (WITH_VALUE.indexOf(letter) < 0) {
                options.put(letter, "");
            } else {
                options.put(letter, word.length() > 2 ? word.substring(2) : words.isEmpty() ? "" : words.remove());
            }
        }
        return address.isEmpty() ? usage(call) : ping(call, options, address);
    }

    private static int usage(Invocation call) throws IOException {
        Line.write(call.stderr(), "vmkping [args] [host]");
        return 1;
    }

    private static Optional<Integer> number(Map<Character, String> options, char letter, int usual) {
        String text = options.getOrDefault(letter, Integer.toString(usual));
        return text.matches("\\d{1,5}") ? Optional.of(Integer.parseInt(text)) : Optional.empty();
    }

    private int ping(Invocation call, Map<Character, String> options, String address)
            throws IOException, InterruptedException {
        Optional<Integer> payload = number(options, 's', USUAL_PAYLOAD);
        Optional<Integer> count = number(options, 'c', USUAL_COUNT);
        Optional<String> named = Optional.ofNullable(options.get('I'));
        Optional<EsxiHost.Vmkernel> from = named.isPresent()
                ? network.vmkernel(named.get())
                : network.towards(address).or(() -> network.vmkernel("vmk0"));
        if (payload.isEmpty() || count.isEmpty()) {
            return usage(call);
        }
        if (from.isEmpty()) {
            Line.write(call.stderr(), "Unknown interface '%s': Invalid argument".formatted(named.orElse("")));
            return 1;
        }
        Line.write(call.stdout(), "PING %1$s (%1$s): %2$d data bytes".formatted(address, payload.get()));
        Echo echo = new Echo(network, from.get(), address, payload.get(), options.containsKey('d'));
        int received = 0;
        for (int number = 0; number < count.get(); number++) {
            switch (echo.send()) {
                case TOO_LONG -> Line.write(call.stdout(), "sendto() failed (Message too long)");
                case LOST -> call.machine().clock().sleep(PATIENCE);
                case ANSWERED -> {
                    received++;
                    Line.write(
                            call.stdout(),
                            "%d bytes from %s: icmp_seq=%d ttl=64 time=0.%d ms"
                                    .formatted(payload.get() + ICMP, address, number, 101 + number));
                }
            }
        }
        summary(call, address, count.get(), received);
        return received > 0 ? 0 : 1;
    }

    private static void summary(Invocation call, String address, int sent, int received) throws IOException {
        int lost = sent == 0 ? 0 : 100 * (sent - received) / sent;
        List<String> lines = List.of(
                "",
                "--- %s ping statistics ---".formatted(address),
                "%d packets transmitted, %d packets received, %d%% packet loss".formatted(sent, received, lost));
        for (String line : lines) {
            Line.write(call.stdout(), line);
        }
        if (received > 0) {
            Line.write(call.stdout(), "round-trip min/avg/max = 0.101/0.101/0.10%d ms".formatted(received % 10));
        }
    }
}
