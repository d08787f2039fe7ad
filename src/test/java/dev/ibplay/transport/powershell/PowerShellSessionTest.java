package dev.ibplay.transport.powershell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ibplay.exec.Batch;
import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.CommandEnd;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.ReadFile;
import dev.ibplay.exec.Operation.ReadMatching;
import dev.ibplay.exec.Operation.RemoveFile;
import dev.ibplay.exec.Operation.ReplaceFile;
import dev.ibplay.exec.Operation.RunCommand;
import dev.ibplay.exec.Outcome;
import dev.ibplay.transport.TransportException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PowerShellSessionTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final Bytes OLD = Bytes.ofUtf8("old\r\n");
    private static final Bytes NEW = Bytes.ofUtf8("new\r\n");

    private static List<Outcome> run(ScriptedWindows host, Operation... operations) throws TransportException {
        return PowerShellSession.open("win1", host).run(Batch.of(List.of(operations)), LIMIT);
    }

    private static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    private static String base64(String text) {
        return base64(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void aProgramHasItsBytesStatusAndStreamsApart() throws TransportException {
        byte[] japanese = "現在のコード ページ: 932\r\n".getBytes(Charset.forName("windows-31j"));
        ScriptedWindows host =
                ScriptedWindows.answering("0 out " + base64(japanese), "0 err " + base64("oops\r\n"), "0 r exit 5");
        assertThat(run(host, RunCommand.of(LIMIT, "chcp.com")))
                .containsExactly(new Outcome.CommandEnded(
                        new CommandEnd.Exited(5), Bytes.of(japanese), Bytes.ofUtf8("oops\r\n")));
    }

    @Test
    void theProgramAndItsArgumentsTravelAsTheyAre() throws TransportException {
        ScriptedWindows host = ScriptedWindows.answering("0 r exit 0");
        run(
                host,
                new RunCommand(
                        List.of("netsh", "set", "name=\u2018IB 0\u2019", "a\"b"),
                        Bytes.ofUtf8("in"),
                        Duration.ofSeconds(7)));
        assertThat(host.scripts.getFirst().call(0))
                .isEqualTo("Ib-Do 0 { Ib-Run <netsh> <set \"name=\u2018IB 0\u2019\" a\\\"b> <in> 7000 }"
                        .replace("a\\\"b", "\"a\\\"b\""));
    }

    @Test
    void largeStatusesOfWindowsAreSigned() throws TransportException {
        assertThat(run(
                        ScriptedWindows.answering("0 r exit -1073741510", "1 r timeout"),
                        RunCommand.of(LIMIT, "a"),
                        RunCommand.of(LIMIT, "b")))
                .extracting(outcome -> ((Outcome.CommandEnded) outcome).end())
                .containsExactly(new CommandEnd.Exited(-1073741510), new CommandEnd.TimedOut());
    }

    @Test
    void aFileIsItsBytesOrAbsentOrUnreadable() throws TransportException {
        byte[] every = new byte[256];
        for (int i = 0; i < every.length; i++) {
            every[i] = (byte) i;
        }
        ScriptedWindows host = ScriptedWindows.answering(
                "0 meta 444 1718000000",
                "0 out " + base64(every),
                "0 r ok",
                "1 r absent",
                "2 r fail EACCES " + base64("Der Zugriff auf den Pfad wurde verweigert."));
        assertThat(run(
                        host,
                        ReadFile.of("C:\\a b.conf"),
                        ReadFile.of("C:\\gone"),
                        ReadFile.of("C:\\System Volume Information")))
                .containsExactly(
                        new Outcome.FileContent(Bytes.of(every), 0444, 0, 0, 1_718_000_000L),
                        new Outcome.FileAbsent(),
                        new Outcome.OperationFailed("EACCES", "Der Zugriff auf den Pfad wurde verweigert."));
        assertThat(host.scripts.getFirst().call(0)).isEqualTo("Ib-Do 0 { Ib-Read <C:\\a b.conf> 4194304 }");
    }

    @Test
    void anEmptyFileIsNotAbsent() throws TransportException {
        assertThat(run(ScriptedWindows.answering("0 meta 644 0", "0 out ", "0 r ok"), ReadFile.of("C:\\empty")))
                .containsExactly(new Outcome.FileContent(Bytes.EMPTY, 0644, 0, 0, 0));
    }

    @Test
    void matchingFilesComeInOrder() throws TransportException {
        ScriptedWindows host = ScriptedWindows.answering(
                "0 name " + base64("C:\\d\\ü.conf"),
                "0 file " + base64("2"),
                "0 name " + base64("C:\\d\\a.conf"),
                "0 file ",
                "0 r ok");
        assertThat(run(host, new ReadMatching("C:\\d\\*_?.conf", 10)))
                .containsExactly(new Outcome.FilesFound(List.of(
                        new Outcome.NamedFile("C:\\d\\a.conf", Bytes.EMPTY),
                        new Outcome.NamedFile("C:\\d\\ü.conf", Bytes.ofUtf8("2")))));
        assertThat(host.scripts.getFirst().call(0)).isEqualTo("Ib-Do 0 { Ib-Match <C:\\d> <^.*_.\\.conf$> 10 }");
    }

    @Test
    void aReplacementCarriesWhatItRestsOn() throws TransportException {
        ScriptedWindows host = ScriptedWindows.answering("0 r ok", "1 r moved " + base64("exists"), "2 r ok");
        assertThat(run(
                        host,
                        new ReplaceFile("C:\\p.conf", Optional.of(OLD), NEW, 0644),
                        new ReplaceFile("C:\\q.conf", Optional.empty(), NEW, 0600),
                        new RemoveFile("C:\\r.conf", OLD)))
                .containsExactly(new Outcome.Done(), new Outcome.Moved("exists"), new Outcome.Done());
        assertThat(host.scripts.getFirst().call(0))
                .matches("(?s)Ib-Do 0 \\{ Ib-Replace <C:\\\\p.conf> \\$true <old\r\n> <new\r\n> '[0-9a-f]{32}' \\}");
        assertThat(host.scripts.getFirst().call(1)).contains(" $false <> <new\r\n>");
        assertThat(host.scripts.getFirst().call(2)).contains("Ib-Remove <C:\\r.conf> <old\r\n>");
    }

    @Test
    void whatWindowsDoesNotHaveIsSaidAtTheHostSoThatOrderStays() throws TransportException {
        ScriptedWindows host = ScriptedWindows.answering("0 r fail ENOSYS " + base64("no"), "1 r skip");
        PowerShellSession session = PowerShellSession.open("win1", host);
        List<Operation> operations =
                List.of(new Operation.SetLinkMtu("IB0", 4092), new Operation.ResolvePath("C:\\link"));
        assertThat(session.run(new Batch(operations, true), LIMIT))
                .containsExactly(new Outcome.OperationFailed("ENOSYS", "no"), new Outcome.Skipped());
        assertThat(host.scripts.getFirst().call(0)).contains("Ib-Fail 'ENOSYS' <Windows has no rtnetlink");
        assertThat(host.scripts.getFirst().call(1)).contains("Ib-Fail 'ENOSYS' <links are not followed");
        assertThat(host.scripts.getFirst().text()).contains("$ib_stop = $true\n");
    }

    @Test
    void aPacketIsAsLargeAsItsHeadersAllow() throws TransportException {
        ScriptedWindows host = ScriptedWindows.answering(
                "0 r ok",
                "1 r none",
                "2 r fail EMSGSIZE " + base64("large"),
                "3 r fail ENOSYS " + base64("six"),
                "4 r fail EINVAL " + base64("odd"));
        assertThat(run(host, ping("192.0.2.7"), ping("192.0.2.8"), ping("192.0.2.9"), ping("fe80::1"), ping("a'b")))
                .containsExactly(
                        new Outcome.Done(),
                        new Outcome.NoAnswer(),
                        new Outcome.OperationFailed("EMSGSIZE", "large"),
                        new Outcome.OperationFailed("ENOSYS", "six"),
                        new Outcome.OperationFailed("EINVAL", "odd"));
        assertThat(host.scripts.getFirst().call(0)).isEqualTo("Ib-Do 0 { Ib-Ping <IB 0> '192.0.2.7' 4064 3 1500 }");
        assertThat(host.scripts.getFirst().call(3)).contains("Ib-Fail 'ENOSYS'");
        assertThat(host.scripts.getFirst().call(4)).contains("Ib-Fail 'EINVAL'");
    }

    private static Operation ping(String address) {
        return new Operation.Ping("IB 0", address, 4092, 3, Duration.ofMillis(1500));
    }

    @ParameterizedTest
    @ValueSource(strings = {"conf", "..\\conf", "C:conf", "\\conf", "/etc/modprobe.d/ib.conf", ""})
    void aRelativePathIsRefused(String path) throws TransportException {
        ScriptedWindows host = ScriptedWindows.answering("0 r fail EINVAL " + base64("no"));
        run(host, ReadFile.of(path));
        assertThat(host.scripts.getFirst().call(0)).contains("Ib-Fail 'EINVAL'").contains("is no absolute path");
    }

    @Test
    void theLineIsShortWhateverTheBatch() throws TransportException {
        ScriptedWindows host = ScriptedWindows.answering("0 r ok");
        Bytes large = Bytes.of(new byte[300_000]);
        run(host, new ReplaceFile("C:\\p.conf", Optional.empty(), large, 0644));
        assertThat(host.lines).hasSize(1);
        assertThat(host.lines.getFirst())
                .hasSizeLessThan(PowerShellSession.LONGEST_LINE)
                .matches("powershell\\.exe( -[A-Za-z]+( Bypass| Text)?)+ -EncodedCommand [A-Za-z0-9+/=]+");
        assertThat(host.scripts.getFirst().text()).contains(base64(large.toArray()));
    }

    @Test
    void noiseAroundTheAnswersIsSkipped() throws TransportException {
        ScriptedWindows host = new ScriptedWindows(script -> new ScriptedWindows.Said(
                "\uFEFFAuthorized use only!\r\n0 r exit 7\r\n\uFEFF" + script.answers("0 r exit 0") + "bye\r\n",
                "#< CLIXML\r\n<Objs></Objs>",
                0));
        assertThat(run(host, RunCommand.of(LIMIT, "a")))
                .containsExactly(new Outcome.CommandEnded(new CommandEnd.Exited(0), Bytes.EMPTY, Bytes.EMPTY));
    }

    @Test
    void powerShellsOwnFailuresAreReadable() {
        String clixml =
                "#< CLIXML\r\n<Objs Version=\"1.1.0.1\" xmlns=\"http://schemas.microsoft.com/powershell/2004/04\">"
                        + "<S S=\"Error\">Cannot invoke method. Method invocation is supported only on core types_x000D__x000A_</S>"
                        + "<S S=\"Error\">At line:1 char:5 "
                        + base64("secret secret secret secret secret secret") + "_x000D__x000A_</S></Objs>";
        ScriptedWindows host = new ScriptedWindows(script -> new ScriptedWindows.Said("", clixml, 1));
        assertThatThrownBy(() -> run(host, RunCommand.of(LIMIT, "a")))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("with status 1")
                .hasMessageContaining("Method invocation is supported only on core types")
                .hasMessageContaining("At line:1 char:5 ...")
                .hasMessageNotContaining("_x000D_");
    }

    @Test
    void aHostWithoutPowerShellSaysSo() {
        ScriptedWindows host = new ScriptedWindows(script -> new ScriptedWindows.Said(
                "", "'powershell.exe' is not recognized as an internal or external command\r\n", 9009));
        assertThatThrownBy(() -> run(host, RunCommand.of(LIMIT, "a")))
                .hasMessageContaining("9009")
                .hasMessageContaining("is not recognized");
    }

    @Test
    void aScriptThatDoesNotArriveIsSaidToBe() {
        ScriptedWindows host = new ScriptedWindows(script -> new ScriptedWindows.Said("", "", 97));
        assertThatThrownBy(() -> run(host, RunCommand.of(LIMIT, "a")))
                .hasMessageContaining("did not get its script on standard input");
    }

    @Test
    void answersThatDoNotFitAreNotBelieved() {
        assertThatThrownBy(() ->
                        run(ScriptedWindows.answering("0 r exit 0"), RunCommand.of(LIMIT, "a"), ReadFile.of("C:\\x")))
                .hasMessageContaining("do not fit the questions");
        assertThatThrownBy(() -> run(ScriptedWindows.answering("0 out %%%", "0 r exit 0"), RunCommand.of(LIMIT, "a")))
                .hasMessageContaining("do not fit the questions");
        assertThatThrownBy(() -> run(ScriptedWindows.answering("0 r ok"), RunCommand.of(LIMIT, "a")))
                .hasMessageContaining("do not fit the questions");
    }

    @Test
    void anEmptyBatchAsksNobody() throws TransportException {
        ScriptedWindows host = ScriptedWindows.answering();
        assertThat(run(host)).isEmpty();
        assertThat(host.lines).isEmpty();
    }
}
