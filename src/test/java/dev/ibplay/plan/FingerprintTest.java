package dev.ibplay.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import java.util.List;
import org.junit.jupiter.api.Test;

class FingerprintTest {
    private final Fingerprint fingerprint = new Fingerprint(
            "ib0 mtu", Operation.ReadFile.of("/sys/class/net/ib0/mtu"), List.of("2044", "4092"), "4000");

    @Test
    void lineEndsDoNotCount() {
        assertThat(Reading.TEXT.value(Answers.file("2044\n"))).isEqualTo("2044");
        assertThat(fingerprint.verdict(Answers.file("2044\n"))).isEqualTo(Fingerprint.Verdict.UNCHANGED);
    }

    @Test
    void theTargetWinsOverTheAcceptedValues() {
        var both = new Fingerprint("ib0 mtu", fingerprint.read(), List.of("2044", "4000"), "4000");
        assertThat(both.verdict(Answers.file("4000\n"))).isEqualTo(Fingerprint.Verdict.REACHED);
    }

    @Test
    void anythingElseHasMoved() {
        assertThat(fingerprint.verdict(Answers.file("1500"))).isEqualTo(Fingerprint.Verdict.MOVED);
        assertThat(fingerprint.verdict(new Outcome.FileAbsent())).isEqualTo(Fingerprint.Verdict.MOVED);
        assertThat(fingerprint.verdict(new Outcome.OperationFailed("EACCES", "permission denied")))
                .isEqualTo(Fingerprint.Verdict.MOVED);
    }
}
