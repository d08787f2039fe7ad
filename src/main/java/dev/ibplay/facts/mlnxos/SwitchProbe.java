package dev.ibplay.facts.mlnxos;

import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.Probe;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Asks a switch for all that needs no name. */
public final class SwitchProbe implements Probe<SwitchAnswers> {
    /** What a session with a switch's command line calls its system. */
    public static final String SYSTEM = "MLNX-OS";

    /** A question that nobody else is asked: facts that were saved are told by it to be those of a switch. */
    public static final Operation WHICH = CliReply.question("show ib sm");

    private static final List<String> QUESTIONS = List.of(
            "show version",
            "show protocols",
            "show hosts",
            "show ib sm",
            "show ib sm sm-priority",
            "show ib sm version",
            "show ib partition",
            "show interfaces ib");

    private static final ConfigurationProbe CONFIGURATIONS = new ConfigurationProbe(true);

    @Override
    public List<Operation> operations() {
        List<Operation> all =
                new ArrayList<>(QUESTIONS.stream().map(CliReply::question).toList());
        all.addAll(CONFIGURATIONS.operations());
        return all;
    }

    @Override
    public SwitchAnswers parse(List<Outcome> outcomes) {
        List<Fact<List<String>>> said =
                outcomes.stream().limit(QUESTIONS.size()).map(CliReply::lines).toList();
        return new SwitchAnswers(
                VersionText.system(answer(said, "show version")),
                infiniband(answer(said, "show protocols"), outcomes.get(QUESTIONS.indexOf("show ib sm"))),
                hostName(answer(said, "show hosts")),
                SwitchWords.flag(answer(said, "show ib sm")),
                SwitchWords.priority(answer(said, "show ib sm sm-priority")),
                SwitchWords.word(answer(said, "show ib sm version")),
                PartitionText.partitions(answer(said, "show ib partition")),
                InterfaceText.ports(answer(said, "show interfaces ib")),
                CONFIGURATIONS.parse(outcomes.subList(QUESTIONS.size(), outcomes.size())));
    }

    private static Fact<List<String>> answer(List<Fact<List<String>>> said, String question) {
        return said.get(QUESTIONS.indexOf(question));
    }

    private static Fact<String> hostName(Fact<List<String>> hosts) {
        return hosts.flatMap(lines -> SwitchWords.labelled(lines, "Hostname")
                .map(Fact::known)
                .orElse(Fact.unreadable("the switch does not tell its host name")));
    }

    /** Either the switch says so, or it does not know what it would be asked about. */
    private static Fact<Boolean> infiniband(Fact<List<String>> protocols, Outcome sm) {
        Optional<Boolean> told = protocols.ifKnown().flatMap(lines -> SwitchWords.labelledFlag(lines, "Infiniband"));
        if (told.isPresent()) {
            return Fact.known(told.get());
        }
        if (CliReply.isUnrecognized(sm)) {
            return Fact.known(false);
        }
        return CliReply.lines(sm).map(lines -> true);
    }
}
