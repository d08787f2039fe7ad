package dev.ibplay.cli;

import dev.ibplay.lab.faults.FaultRule;
import dev.ibplay.lab.faults.FaultRules;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** What goes wrong in a lab. */
final class FaultOptions {
    @Option(
            names = "--fault",
            paramLabel = "RULE",
            description =
                    "Something that goes wrong, may be given several times: \"HOST FAULT [at STEP | after TIME]\". HOST may hold "
                            + "* and ?, a step is one operation of a session, or without a helper one program that its shell "
                            + "starts. Faults: unreachable, silent, login-refused, host-key-changed, sudo-refused, drop, cut, "
                            + "reboot, kill-helper, slow=TIME, clock-jump=[-]TIME, disk-full[=FOLDER], sm-crash, mad-loss=N%%.")
    List<String> texts = List.of();

    /** Nothing, and a word about it, when one of them says nothing sensible. */
    Optional<FaultRules> rules(Console console) {
        List<FaultRule> rules = new ArrayList<>();
        for (String text : texts) {
            try {
                rules.add(FaultRule.parse(text));
            } catch (FaultRule.Malformed e) {
                console.say("ibplay: --fault: " + e.getMessage());
                return Optional.empty();
            }
        }
        return Optional.of(new FaultRules(rules));
    }
}
