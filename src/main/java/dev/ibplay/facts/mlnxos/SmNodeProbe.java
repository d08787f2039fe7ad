package dev.ibplay.facts.mlnxos;

import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.Probe;
import java.util.List;

/**
 * Asks about the subnet manager of one node.
 *
 * @param node its name: the host name of the switch that it runs on
 */
public record SmNodeProbe(String node) implements Probe<SmNodeAnswers> {
    private static final List<String> QUESTIONS =
            List.of("sm-state", "sm-running", "sm-licensed", "sm-priority", "ha-role");

    @Override
    public List<Operation> operations() {
        return QUESTIONS.stream()
                .map(what -> CliReply.question("show ib smnode " + node + " " + what))
                .toList();
    }

    @Override
    public SmNodeAnswers parse(List<Outcome> outcomes) {
        List<Fact<List<String>>> said = outcomes.stream().map(CliReply::lines).toList();
        return new SmNodeAnswers(
                SwitchWords.flag(said.getFirst()),
                SwitchWords.flag(said.get(1)),
                CliReply.isUnrecognized(outcomes.get(2)) ? Fact.absent() : SwitchWords.flag(said.get(2)),
                SwitchWords.priority(said.get(3)),
                SwitchWords.word(said.get(4)));
    }
}
