package dev.ibplay.lab.programs;

import dev.ibplay.lab.machine.Program;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * {@code uname} of a host.
 *
 * @param cpu as the kernel names it: {@code x86_64}, {@code aarch64}
 */
public record Uname(String cpu) {
    /** What hosts have that nothing else is said of. */
    public static final Uname DEFAULT = new Uname("x86_64");

    private static final String VERSION = "#1 SMP PREEMPT_DYNAMIC";

    private static final Map<String, Character> NAMES = Map.of(
            "all",
            'a',
            "kernel-name",
            's',
            "nodename",
            'n',
            "kernel-release",
            'r',
            "kernel-version",
            'v',
            "machine",
            'm');

    public Program program() {
        return ToolCall.program(this::uname);
    }

    private int uname(ToolCall call) throws ToolFailure, IOException {
        Options options = Options.of(call.arguments(), "asnrvmpio", NAMES);
        boolean all = options.has('a');
        boolean none = "snrvmpio".chars().noneMatch(letter -> options.has((char) letter));
        List<String> words = new ArrayList<>();
        if (all || none || options.has('s')) {
            words.add("Linux");
        }
        if (all || options.has('n')) {
            words.add(call.invocation().machine().name());
        }
        if (all || options.has('r')) {
            words.add(call.invocation().machine().kernelRelease());
        }
        if (all || options.has('v')) {
            words.add(VERSION);
        }
        for (char letter : new char[] {'m', 'p', 'i'}) {
            if ((all && letter == 'm') || options.has(letter)) {
                words.add(cpu);
            }
        }
        if (all || options.has('o')) {
            words.add("GNU/Linux");
        }
        call.print(String.join(" ", words) + "\n");
        return 0;
    }
}
