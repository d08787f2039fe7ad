package dev.ibplay.transport.powershell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ibplay.exec.Batch;
import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.transport.TransportException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What of locks and guards travels to a Windows host, and what its answers mean. */
class LocksAndGuardsTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final String FOLDER = "/var/lib/ibplay/guards/r1-0-IB0";
    private static final Operation LOCK = new Operation.TakeLock("/var/lib/ibplay/lock", "r1", "me from here");
    private static final Operation RUN = Operation.RunCommand.of(LIMIT, "netsh.exe", "a");

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private static Outcome one(String answer, Operation operation) throws TransportException {
        ScriptedWindows host = ScriptedWindows.answering(answer);
        return PowerShellSession.open("win1", host)
                .run(Batch.of(List.of(operation)), LIMIT)
                .getFirst();
    }

    private static ScriptedWindows.Script sent(Operation operation) throws TransportException {
        ScriptedWindows host = ScriptedWindows.answering("0 r fail ENOSYS " + base64("no"));
        PowerShellSession.open("win1", host).run(Batch.of(List.of(operation)), LIMIT);
        return host.scripts.getFirst();
    }

    @Test
    void aLockIsHeldByTheProcessThatTookItUntilTheSessionEnds() throws TransportException {
        ScriptedWindows host = new ScriptedWindows(script -> new ScriptedWindows.Said(
                script.answers(script.text().contains("Ib-Do 0 { Ib-Lock") ? "0 r ok" : "0 r exit 0") + script.marker()
                        + " alive\r\n",
                "",
                0));
        PowerShellSession session = PowerShellSession.open("win1", host);
        assertThat(session.run(Batch.of(List.of(LOCK)), LIMIT)).containsExactly(new Outcome.Done());
        assertThat(host.scripts.getFirst().call(0))
                .isEqualTo("Ib-Do 0 { Ib-Lock </var/lib/ibplay/lock> <r1> <me from here> }");
        assertThat(host.scripts.getFirst().text()).endsWith(" done')\nIb-Hold\n");
        assertThat(host.closed).isZero();
        session.run(Batch.of(List.of(RUN)), LIMIT);
        assertThat(host.scripts.getLast().text()).doesNotContain("Ib-Hold\n", "Ib-Arm", "Ib-Lock");
        assertThat(host.closed).isEqualTo(1);
        session.close();
        assertThat(host.closed).isEqualTo(2);
    }

    @Test
    void aLockThatIsNotHadHoldsNothing() throws TransportException {
        ScriptedWindows host = ScriptedWindows.answering("0 r held r0 75 " + base64("you from there"));
        PowerShellSession session = PowerShellSession.open("win1", host);
        assertThat(session.run(Batch.of(List.of(LOCK)), LIMIT))
                .containsExactly(new Outcome.Held("r0", "you from there", 75));
        assertThat(host.closed).isEqualTo(1);
        assertThatThrownBy(() -> one("0 r held r0 soon " + base64("you"), LOCK))
                .hasMessageContaining("do not fit the questions");
    }

    @Test
    void aGuardTravelsWithItsPlanAndItsFunctions() throws TransportException {
        Operation.ArmGuard guard = new Operation.ArmGuard(
                FOLDER,
                Bytes.ofUtf8("run: r1\n"),
                Duration.ofMillis(90_001),
                List.of(
                        new Operation.ReplaceFile("C:\\p.conf", Optional.of(Bytes.ofUtf8("a")), Bytes.ofUtf8("b"), 0),
                        new Operation.ReplaceFile("C:\\q.conf", Optional.empty(), Bytes.ofUtf8("c"), 0),
                        new Operation.RemoveFile("C:\\r.conf", Bytes.ofUtf8("d"))),
                List.of(RUN, new Operation.RemoveFile("C:\\s.conf", Bytes.ofUtf8("e"))));
        ScriptedWindows.Script script = sent(guard);
        assertThat(script.text()).contains("function Ib-Arm(").doesNotContain("function Ib-Guard(");
        Matcher words = Pattern.compile("<([^>]*)> 91 <run: r1\n> <(.*?)> <(.*?)> <(.*)> }", Pattern.DOTALL)
                .matcher(script.call(0));
        assertThat(words.find()).isTrue();
        assertThat(words.group(1)).isEqualTo(FOLDER);
        assertThat(words.group(2)).isEqualTo("run netsh.exe a\nremove C:\\s.conf\n");
        String plan = GuardPlan.script(guard).lossyText();
        assertThat(words.group(3)).isEqualTo(plan);
        assertThat(words.group(4))
                .contains("function Ib-Do(", "function Ib-Guard(", "function Ib-Objection(")
                .isEqualTo(GuardPlan.functions().lossyText());
        assertThat(plan.lines().map(LocksAndGuardsTest::plain))
                .containsExactly(
                        "Ib-File <C:\\p.conf> $true <a> <b>",
                        "Ib-File <C:\\q.conf> $false <> <c>",
                        "Ib-Gone <C:\\r.conf> <d>",
                        "Ib-Undo <run netsh.exe a> { Ib-Run <netsh.exe> <a> <> 20000 }",
                        "Ib-Undo <remove C:\\s.conf> { Ib-Remove <C:\\s.conf> <e> }");
    }

    private static String plain(String line) {
        return Pattern.compile("\\(Ib-(?:Text|Bytes) '([^']*)'\\)")
                .matcher(line)
                .replaceAll(found -> Matcher.quoteReplacement(
                        "<" + new String(Base64.getDecoder().decode(found.group(1)), StandardCharsets.UTF_8) + ">"));
    }

    /** What cannot be undone there must not be begun. */
    @Test
    void aGuardThatCouldNotUndoIsRefused() throws TransportException {
        Operation guard = new Operation.ArmGuard(
                FOLDER, Bytes.EMPTY, LIMIT, List.of(), List.of(RUN, new Operation.SetLinkMtu("IB0", 2044)));
        assertThat(sent(guard).call(0))
                .isEqualTo("Ib-Do 0 { Ib-Fail 'ENOSYS' <a guard on Windows cannot set the MTU of IB0 to 2044> }");
    }

    @Test
    void whatIsAskedOfAGuard() throws TransportException {
        assertThat(sent(new Operation.RenewGuard(FOLDER, LIMIT)).call(0))
                .isEqualTo("Ib-Do 0 { Ib-Renew <" + FOLDER + "> 20 }");
        assertThat(sent(new Operation.ConfirmGuard(FOLDER)).call(0))
                .isEqualTo("Ib-Do 0 { Ib-Confirm <" + FOLDER + "> }");
        assertThat(sent(new Operation.FireGuard(FOLDER)).call(0)).isEqualTo("Ib-Do 0 { Ib-Fire <" + FOLDER + "> }");
    }

    @Test
    void whatAGuardAnswers() throws TransportException {
        assertThat(one("0 r ok", new Operation.ConfirmGuard(FOLDER))).isEqualTo(new Outcome.Done());
        assertThat(one("0 r ok", new Operation.FireGuard(FOLDER))).isEqualTo(new Outcome.Done());
        assertThat(one(
                        "0 r moved " + base64("undone: it was not confirmed in time"),
                        new Operation.RenewGuard(FOLDER, LIMIT)))
                .isEqualTo(new Outcome.Moved("undone: it was not confirmed in time"));
        assertThat(one("0 r fail ESRCH " + base64("gone"), new Operation.ConfirmGuard(FOLDER)))
                .isEqualTo(new Outcome.OperationFailed("ESRCH", "gone"));
    }

    @Test
    void theOwnFolderIsNamedAsOnAllHosts() throws TransportException {
        assertThat(sent(new Operation.ReadMatching("/var/lib/ibplay/guards/*/state", 9))
                        .call(0))
                .isEqualTo("Ib-Do 0 { Ib-MatchBelow </var/lib/ibplay/guards> <state> 9 }");
        assertThat(sent(Operation.ReadFile.of("/var/lib/ibplay/kept/r1/a")).call(0))
                .contains("Ib-Read </var/lib/ibplay/kept/r1/a>");
        for (String other : List.of("/var/lib/ibplay/../x", "/var/lib/ibplay/a\\..\\b", "/var/lib/ibplayer")) {
            assertThat(sent(Operation.ReadFile.of(other)).call(0)).contains("Ib-Fail 'EINVAL'");
        }
    }
}
