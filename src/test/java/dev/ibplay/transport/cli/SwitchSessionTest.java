package dev.ibplay.transport.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.ibplay.exec.Batch;
import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.CommandEnd;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.ReadFile;
import dev.ibplay.exec.Operation.RunCommand;
import dev.ibplay.exec.Outcome;
import dev.ibplay.exec.Outcome.CommandEnded;
import dev.ibplay.transport.TransportException;
import dev.ibplay.transport.TransportException.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SwitchSessionTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final String OPERATOR = "sw1 [standalone: master] > ";
    private static final String ENABLED = "sw1 [standalone: master] # ";
    private static final String CONFIG = "sw1 [standalone: master] (config) # ";

    /** A switch that knows no {@code cli}. */
    private static String noExec(String line) {
        return "% Unrecognized command \"" + line.substring(0, line.indexOf(' ')) + "\".\n% Type \"?\" for help.\n";
    }

    private static RunCommand line(String text) {
        return RunCommand.of(LIMIT, text);
    }

    private static RunCommand answering(String text, String reply) {
        return new RunCommand(List.of(text), Bytes.ofUtf8(reply), LIMIT);
    }

    /** Types as a switch echoes; answers by what was typed. */
    private static UnaryOperator<String> terminal(Map<String, String> answers) {
        return typed -> {
            String line = typed.equals(" ") ? typed : typed.strip();
            String said = answers.get(line);
            if (said != null) {
                return line.isBlank() || line.equals("q") ? said : line + "\r\n" + said;
            }
            return line + "\r\n"
                    + switch (line) {
                        case "enable" -> ENABLED;
                        case "configure terminal" -> CONFIG;
                        case "no cli session paging enable" -> OPERATOR;
                        default -> "% Unrecognized command \"" + line + "\".\r\n% Type \"?\" for help.\r\n" + ENABLED;
                    };
        };
    }

    private static ScriptedSwitch onTerminal(Map<String, String> answers, int pieceBytes) {
        return new ScriptedSwitch(
                SwitchSessionTest::noExec, "Welcome # to\r\n\r\n" + OPERATOR, terminal(answers), pieceBytes);
    }

    private static List<Outcome> run(ScriptedSwitch device, Operation... operations) throws TransportException {
        try (SwitchSession session = SwitchSession.open("sw1", device)) {
            return session.run(Batch.of(List.of(operations)), LIMIT);
        }
    }

    private static String stdout(Outcome outcome) {
        return ((CommandEnded) outcome).stdout().lossyText();
    }

    private static String stderr(Outcome outcome) {
        return ((CommandEnded) outcome).stderr().lossyText();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 4096})
    void answersOnATerminalAreWholeWhereverTheyAreCut(int pieceBytes) throws Exception {
        ScriptedSwitch device = onTerminal(
                Map.of(
                        "show ib sm",
                        "enable\r\n" + ENABLED,
                        "show long",
                        "a # \r\nsw1 # x\r\n 50% [####    ]\r100% [########]\r\n--More--",
                        " ",
                        "\r        \r  last\r\n" + ENABLED,
                        "show foo",
                        "% Unrecognized command \"foo\".\r\n% Type \"?\" for help.\r\n" + ENABLED),
                pieceBytes);
        List<Outcome> outcomes = run(device, line("show ib sm"), line("show long"), line("show foo"));
        assertThat(stdout(outcomes.getFirst())).isEqualTo("enable\n");
        assertThat(stdout(outcomes.get(1))).isEqualTo("a #\nsw1 # x\n100% [########]\n  last\n");
        assertThat(((CommandEnded) outcomes.get(2)).end()).isEqualTo(new CommandEnd.Exited(1));
        assertThat(stderr(outcomes.get(2))).isEqualTo("% Unrecognized command \"foo\".\n% Type \"?\" for help.\n");
        assertThat(device.typed)
                .containsExactly("no cli session paging enable", "enable", "show ib sm", "show long", " ", "show foo");
        assertThat(String.join("", device.typed)).doesNotContain("?");
    }

    @ParameterizedTest
    @ValueSource(strings = {"sw1 # ", ENABLED, "sw1 [standalone: slave] (config) # "})
    void logOfOtherSessionsDoesNotEndAtTheirPromptsThoughTheRestComesLate(String held) throws Exception {
        String text = "a\r\n" + held + ScriptedSwitch.LATE + "reload\r\nb\r\n";
        ScriptedSwitch device = onTerminal(Map.of("show log", text + ENABLED, "show next", "c\r\n" + ENABLED), 4096);
        List<Outcome> outcomes = run(device, line("show log"), line("show next"));
        assertThat(stdout(outcomes.getFirst())).isEqualTo("a\n" + held + "reload\nb\n");
        assertThat(stdout(outcomes.get(1))).isEqualTo("c\n");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5})
    void whatLooksLikeAQuestionInAnAnswerIsNone(int pieceBytes) throws Exception {
        String text = "Password: set\r\nType 'yes' to continue: never\r\ninitial configuration? done\r\n";
        ScriptedSwitch device = onTerminal(Map.of("show log", text + ENABLED), pieceBytes);
        assertThat(stdout(run(device, line("show log")).getFirst())).isEqualTo(text.replace("\r", ""));
        assertThat(device.typed.getLast()).isEqualTo("show log");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5})
    void pagersInTheWordsOfLessAreLeft(int pieceBytes) throws Exception {
        ScriptedSwitch device = onTerminal(
                Map.of(
                        "show log",
                        "a\r\n\u001b[7mlines 1-22\u001b[27m\u001b[K",
                        " ",
                        "\r\u001b[Kb\r\n\u001b[7m(END)\u001b[27m\u001b[K",
                        "q",
                        "\r\u001b[K\r\n" + ENABLED),
                pieceBytes);
        assertThat(stdout(run(device, line("show log")).getFirst())).isEqualTo("a\nb\n");
    }

    @Test
    void oldReleasesAreToldOfPagingInTheirWords() throws Exception {
        ScriptedSwitch device = onTerminal(
                Map.of(
                        "no cli session paging enable",
                        "% Unrecognized command \"session\".\r\n" + OPERATOR,
                        "terminal length 999",
                        OPERATOR,
                        "show ib sm",
                        "disable\r\n" + ENABLED),
                5);
        assertThat(stdout(run(device, line("show ib sm")).getFirst())).isEqualTo("disable\n");
        assertThat(device.typed)
                .containsExactly("no cli session paging enable", "terminal length 999", "enable", "show ib sm");
    }

    @Test
    void theConfigurationIsEnteredForChangesOnly() throws Exception {
        ScriptedSwitch device = onTerminal(
                Map.of("show ib sm", "disable\r\n" + ENABLED, "ib sm", CONFIG, "write memory", CONFIG), 4096);
        List<Outcome> outcomes = run(device, line("show ib sm"), line("ib sm"), line("write memory"));
        assertThat(outcomes).allMatch(o -> o instanceof CommandEnded ended && ended.succeeded());
        assertThat(device.typed)
                .containsExactly(
                        "no cli session paging enable",
                        "enable",
                        "show ib sm",
                        "configure terminal",
                        "ib sm",
                        "write memory");
    }

    @Test
    void aConfirmationIsGivenOnlyByALineThatSaysSo() throws Exception {
        Map<String, String> answers = Map.of(
                "ib partition Default mtu 4K",
                "Type 'yes' to continue: ",
                "no",
                "% Cancelled\r\n" + CONFIG,
                "yes",
                CONFIG);
        ScriptedSwitch cautious = onTerminal(answers, 1);
        Outcome refused = run(cautious, line("ib partition Default mtu 4K")).getFirst();
        assertThat(((CommandEnded) refused).succeeded()).isFalse();
        assertThat(stderr(refused)).contains("Type 'yes' to continue:");
        assertThat(cautious.typed).contains("no").doesNotContain("yes");

        ScriptedSwitch willing = onTerminal(answers, 1);
        Outcome done =
                run(willing, answering("ib partition Default mtu 4K", "yes\n")).getFirst();
        assertThat(((CommandEnded) done).succeeded()).isTrue();
        assertThat(willing.typed).contains("yes").doesNotContain("no");
        assertThat(willing.execs).isEmpty();
    }

    @Test
    void theWizardIsDeclined() throws Exception {
        ScriptedSwitch device = new ScriptedSwitch(
                SwitchSessionTest::noExec,
                "Do you want to use the wizard for initial configuration? ",
                terminal(Map.of("no", OPERATOR, "show ib sm", "disable\r\n" + ENABLED)),
                3);
        assertThat(stdout(run(device, line("show ib sm")).getFirst())).isEqualTo("disable\n");
        assertThat(device.typed.getFirst()).isEqualTo("no");
    }

    @Test
    void aSwitchThatIsStillStartingIsBroken() {
        ScriptedSwitch device = new ScriptedSwitch(SwitchSessionTest::noExec, "CLI > ", typed -> "", 4);
        TransportException broken =
                catchThrowableOfType(TransportException.class, () -> run(device, line("show ib sm")));
        assertThat(broken.kind()).isEqualTo(Kind.FAR_END_BROKEN);
        assertThat(broken.hint()).isPresent();
        assertThat(device.typed).isEmpty();
    }

    @Test
    void operatorsAreNotToldThatACommandIsMissing() throws Exception {
        ScriptedSwitch device = onTerminal(Map.of("enable", "% Insufficient privileges.\r\n" + OPERATOR), 6);
        assertThat(run(device, line("show ib sm")).getFirst())
                .isInstanceOfSatisfying(Outcome.OperationFailed.class, failed -> {
                    assertThat(failed.errno()).isEqualTo("EACCES");
                    assertThat(failed.message()).contains("Insufficient privileges");
                });
    }

    @Test
    void anEnablePasswordIsAskedForInVain() {
        ScriptedSwitch device = onTerminal(Map.of("enable", "Password: "), 6);
        TransportException refused =
                catchThrowableOfType(TransportException.class, () -> run(device, line("show ib sm")));
        assertThat(refused.kind()).isEqualTo(Kind.BECOME_REFUSED);
        ScriptedSwitch byExec = new ScriptedSwitch(
                line -> Pattern.compile("\"([^\"]*)\"")
                        .matcher(line)
                        .results()
                        .map(command -> command.group(1).equals("enable")
                                ? "Password: \n% Wrong password\n"
                                : "% Unrecognized command \"" + command.group(1) + "\".\n% Type \"?\" for help.\n")
                        .collect(Collectors.joining()),
                "",
                terminal(Map.of()),
                6);
        refused = catchThrowableOfType(TransportException.class, () -> run(byExec, line("show ib sm")));
        assertThat(refused.kind()).isEqualTo(Kind.BECOME_REFUSED);
        assertThat(refused.hint()).hasValueSatisfying(hint -> assertThat(hint).contains("no enable password"));
        assertThat(byExec.typed).isEmpty();
    }

    @Test
    void aLineThatDoesNotEndIsInterrupted() throws Exception {
        ScriptedSwitch device = onTerminal(
                Map.of("show slow", "working\r\n", "\u0003", "^C\r\n" + ENABLED, "show ib sm", "enable\r\n" + ENABLED),
                2);
        List<Outcome> outcomes = run(device, RunCommand.of(Duration.ofMillis(400), "show slow"), line("show ib sm"));
        assertThat(((CommandEnded) outcomes.getFirst()).end()).isEqualTo(new CommandEnd.TimedOut());
        assertThat(stdout(outcomes.get(1))).isEqualTo("enable\n");
    }

    @Test
    void whatIsNoLineIsNotSent() throws Exception {
        ScriptedSwitch device = onTerminal(Map.of(), 4096);
        List<Outcome> outcomes = run(device, ReadFile.of("/etc/hosts"), line("show ?"), line("show \"x\""));
        assertThat(outcomes)
                .extracting(outcome -> ((Outcome.OperationFailed) outcome).errno())
                .containsExactly("ENOSYS", "EINVAL", "EINVAL");
        assertThat(device.execs).isEmpty();
        assertThat(device.typed).isEmpty();
    }

    /** {@code cli -h}: one answer after the other; what is not in the map is not known. */
    private static UnaryOperator<String> cli(Map<String, String> answers, boolean endsAtError) {
        return line -> {
            StringBuilder said = new StringBuilder();
            Matcher quoted = Pattern.compile("\"([^\"]*)\"").matcher(line);
            while (quoted.find()) {
                String answer = answers.getOrDefault(
                        quoted.group(1),
                        "% Unrecognized command \"" + quoted.group(1) + "\".\n% Type \"?\" for help.\n");
                said.append(answer);
                if (endsAtError && answer.startsWith("%")) {
                    return said.toString();
                }
            }
            return said.toString();
        };
    }

    @Test
    void aBatchIsOneExecOnceThatIsKnownToWork() throws Exception {
        ScriptedSwitch device = new ScriptedSwitch(
                cli(Map.of("enable", "", "configure terminal", "", "show ib sm", "enable\n", "ib sm", ""), false),
                "",
                typed -> "",
                1);
        try (SwitchSession session = SwitchSession.open("sw1", device)) {
            List<Outcome> first = session.run(
                    Batch.of(List.of(
                            line("show ib sm"), ReadFile.of("/x"), RunCommand.of(LIMIT, "ib", "sm"), line("foo"))),
                    LIMIT);
            assertThat(stdout(first.getFirst())).isEqualTo("enable\n");
            assertThat(first.get(1)).isInstanceOf(Outcome.OperationFailed.class);
            assertThat(((CommandEnded) first.get(2)).succeeded()).isTrue();
            assertThat(stderr(first.get(3))).startsWith("% Unrecognized command \"foo\".");
            session.run(Batch.of(List.of(line("show ib sm"))), LIMIT);
            assertThat(session.counts().execs()).isEqualTo(3);
        }
        assertThat(device.execs).hasSize(3);
        assertThat(device.execs.getLast()).doesNotContain("configure terminal");
        assertThat(device.typed).isEmpty();
    }

    @Test
    void aBatchThatStopsSendsNothingBehindAFailure() throws Exception {
        ScriptedSwitch device = new ScriptedSwitch(
                cli(Map.of("enable", "", "configure terminal", "", "write memory", ""), false), "", typed -> "", 1);
        try (SwitchSession session = SwitchSession.open("sw1", device)) {
            List<Outcome> outcomes =
                    session.run(new Batch(List.of(line("ib nosuch"), line("write memory")), true), LIMIT);
            assertThat(((CommandEnded) outcomes.getFirst()).succeeded()).isFalse();
            assertThat(outcomes.get(1)).isEqualTo(new Outcome.Skipped());
        }
        assertThat(device.execs).noneMatch(line -> line.contains("write memory"));
    }

    @Test
    void aCommandLineThatEndsAtErrorsIsNotUsedForBatches() throws Exception {
        List<String> execs = new ArrayList<>();
        UnaryOperator<String> ending = cli(Map.of("enable", "", "show ib sm", "enable\n"), true);
        ScriptedSwitch device = new ScriptedSwitch(
                line -> {
                    execs.add(line);
                    return ending.apply(line);
                },
                OPERATOR,
                terminal(Map.of("show ib sm", "disable\r\n" + ENABLED)),
                9);
        assertThat(stdout(run(device, line("show ib sm")).getFirst())).isEqualTo("disable\n");
        assertThat(execs).singleElement().asString().doesNotContain("show ib sm");
    }

    @Test
    void withoutConfigurationModeNoChangeIsBelieved() throws Exception {
        ScriptedSwitch device = new ScriptedSwitch(
                cli(
                        Map.of(
                                "enable",
                                "",
                                "configure terminal",
                                "% Access denied.\n",
                                "show ib sm",
                                "enable\n",
                                "ib sm",
                                ""),
                        false),
                "",
                typed -> "",
                1);
        List<Outcome> outcomes = run(device, line("show ib sm"), line("ib sm"));
        assertThat(stdout(outcomes.getFirst())).isEqualTo("enable\n");
        assertThat(outcomes.get(1))
                .isInstanceOfSatisfying(
                        Outcome.OperationFailed.class,
                        failed -> assertThat(failed.errno()).isEqualTo("EACCES"));
    }

    @Test
    void aQuestionInAnExecIsAFailure() throws Exception {
        String question = "Type 'yes' to continue: ";
        ScriptedSwitch device = new ScriptedSwitch(
                cli(
                        Map.of(
                                "enable",
                                "",
                                "configure terminal",
                                "",
                                "no ib partition x",
                                question,
                                "show log",
                                question + "\n"),
                        false),
                "",
                typed -> "",
                1);
        List<Outcome> outcomes = run(device, line("no ib partition x"), line("show log"));
        assertThat(((CommandEnded) outcomes.getFirst()).end()).isEqualTo(new CommandEnd.Exited(1));
        assertThat(stderr(outcomes.getFirst())).contains("Type 'yes' to continue:");
        assertThat(((CommandEnded) outcomes.get(1)).succeeded()).isTrue();
    }

    @Test
    void aSwitchThatFallsBackInTheMiddleIsBroken() {
        ScriptedSwitch device = onTerminal(Map.of("show ib sm", "\r\nCLI > "), 3);
        TransportException broken =
                catchThrowableOfType(TransportException.class, () -> run(device, line("show ib sm")));
        assertThat(broken.kind()).isEqualTo(Kind.FAR_END_BROKEN);
        assertThat(broken.getMessage()).contains("no commands yet");
    }
}
