package dev.ibplay.facts.recorded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Problems;
import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecordingFormatTest {
    private static final Instant NOW = Instant.parse("2026-12-01T04:05:06.789Z");
    private static final String SAMPLE = RecordingFormat.write(
            new HostRecording(
                    "sm1",
                    List.of(
                            new Exchange(
                                    Operation.ReadFile.of("/etc/a"),
                                    new Outcome.FileContent(Bytes.ofUtf8("a\tb\nü\n"), 0640, 0, 7, 12)),
                            new Exchange(
                                    new Operation.ResolvePath("/b"), new Outcome.OperationFailed("EACCES", "no")))),
            NOW);

    private final Problems problems = new Problems();

    private Optional<HostRecording> read(String text) {
        return RecordingFormat.read("dir/sm1.jsonl", text, "sm1", problems);
    }

    @RepeatedTest(20)
    void everythingComesBack() {
        long seed = new Random().nextLong();
        System.out.println("RecordingFormatTest seed " + seed);
        var recording = new HostRecording("sm1", new SampleExchanges(new Random(seed)).all());
        assertThat(read(RecordingFormat.write(recording, NOW))).contains(recording);
        assertThat(problems.sorted()).isEmpty();
    }

    @Test
    void theFormIsForPeopleToo() {
        assertThat(SAMPLE).isEqualTo("""
                        {"format":"ibplay-host-facts","version":1,"host":"sm1","saved":"2026-12-01T04:05:06Z","answers":2}
                        {"question":{"kind":"read-file","path":"/etc/a","limit":4194304},\
                        "answer":{"kind":"file-content","content":"a\\tb\\nü\\n","mode":"0640","uid":0,"gid":7,"modified":12}}
                        {"question":{"kind":"resolve-path","path":"/b"},"answer":{"kind":"failed","errno":"EACCES","message":"no"}}
                        """);
    }

    @Test
    void whatIsNoTextIsBase64() {
        for (String odd : List.of("\u0000", "\r\n", "\u001b[0m", "\u0085")) {
            assertThat(RecordedBytes.of(Bytes.ofUtf8(odd))).as(odd).isInstanceOf(java.util.Map.class);
        }
        assertThat(RecordedBytes.of(Bytes.ofLatin1("\u00ff"))).isInstanceOf(java.util.Map.class);
        assertThat(RecordedBytes.of(Bytes.ofUtf8("\t\nü"))).isEqualTo("\t\nü");
    }

    @Test
    void aFileThatIsCutAnywhereIsNoneAtAll() {
        for (int size = 0; size < SAMPLE.length(); size++) {
            assertThat(read(SAMPLE.substring(0, size)))
                    .as("%d characters", size)
                    .isEmpty();
        }
        assertThat(problems.hasErrors()).isTrue();
        assertThat(read(SAMPLE)).isPresent();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"version\":1|\"version\":2|dir/sm1.jsonl:1:1 IB406 the file has version 2, and this ibplay reads version 1",
                "\"host\":\"sm1\"|\"host\":\"sm2\"|dir/sm1.jsonl:1:1 IB405 these are the facts of sm2, not of sm1",
                "ibplay-host-facts|other|dir/sm1.jsonl:1:1 IB405 this is no file of saved facts",
                "\"answers\":2|\"answers\":3"
                        + "|dir/sm1.jsonl:3:1 IB405 the file has 2 answers, not the 3 that its first line says",
                "read-file|write-file|dir/sm1.jsonl:2:1 IB405 kind \"write-file\" of the question is unknown",
                "file-content|done|dir/sm1.jsonl:2:1 IB405 kind \"done\" of the answer is unknown",
                ",\"gid\":7||dir/sm1.jsonl:2:1 IB405 the answer has no \"gid\"",
                "\"uid\":0|\"uid\":-1"
                        + "|dir/sm1.jsonl:2:1 IB405 \"uid\" of the answer is not a number from 0 to 4294967295",
                "\"uid\":0|\"uid\":\"0\"|dir/sm1.jsonl:2:1 IB405 \"uid\" of the answer is not a whole number",
                "0640|0648|dir/sm1.jsonl:2:1 IB405 \"0648\" is no mode of a file",
                "\"a\\tb\\nü\\n\"|{\"base64\":\"?\"}"
                        + "|dir/sm1.jsonl:2:1 IB405 \"content\" of the answer is not base64"
            })
    void mistakesAreNamed(String from, String to, String message) {
        String wrong = SAMPLE.replace(from, to == null ? "" : to);
        assertThat(wrong).isNotEqualTo(SAMPLE);
        assertThat(read(wrong)).isEmpty();
        Diagnostic only = problems.sorted().getFirst();
        assertThat(shown(only)).isEqualTo(message);
        assertThat(only.hint().orElseThrow()).contains("ibplay facts --save");
    }

    @Test
    void allMistakesOfAFileAreShown() {
        String wrong = SAMPLE.replace("\"mode\"", "mode").replace("resolve-path", "what");
        assertThat(read(wrong)).isEmpty();
        assertThat(problems.sorted()).hasSize(2);
        assertThat(shown(problems.sorted().getFirst()))
                .startsWith("dir/sm1.jsonl:2:1")
                .contains("this is not JSON: ");
    }

    private static String shown(Diagnostic diagnostic) {
        var place = (dev.ibplay.diag.Location.InSource) diagnostic.location();
        return place.span() + " " + diagnostic.code().id() + " " + diagnostic.message();
    }
}
