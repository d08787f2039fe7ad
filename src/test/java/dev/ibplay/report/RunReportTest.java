package dev.ibplay.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.journal.RunRecord;
import dev.ibplay.plan.Difference;
import dev.ibplay.plan.Level;
import dev.ibplay.plan.Plan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The exact texts; {@code -Dgolden.update=true} writes them anew. */
class RunReportTest {
    private static final Path REPORTS = Path.of("src", "test", "resources", "reports");
    private static final Plan NOTHING =
            new Plan(List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), Map.of());

    private static void is(String text, String name) throws IOException {
        Path expected = REPORTS.resolve(name);
        if (Boolean.getBoolean("golden.update")) {
            Files.writeString(expected, text);
        }
        assertThat(text).isEqualTo(Files.readString(expected));
    }

    @Test
    void aPlanWithDiffs() throws IOException {
        is(RunText.plan(Samples.plan(), true), "plan.txt");
    }

    @Test
    void aRefusedPlanShowsNoSteps() {
        assertThat(RunText.plan(Samples.plan(Samples.refusal()), false))
                .isEqualTo(DifferenceText.of(Samples.differences()));
    }

    @Test
    void nothingToDo() {
        assertThat(RunText.plan(NOTHING, true)).isEqualTo("The desired state holds.\n");
        assertThat(RunText.differences(new RunRecord(List.of(), NOTHING, List.of(), List.of(), List.of(), "")))
                .isEqualTo("The desired state holds.\n");
    }

    @Test
    void aRefusalWithoutDifferencesIsNotTheDesiredState() {
        Plan refused = new Plan(
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(Samples.refusal()),
                List.of(),
                Map.of());
        assertThat(RunText.plan(refused, false)).isEqualTo("The plan is refused.\n");
    }

    @Test
    void theRecap() throws IOException {
        is(RunText.recap(Samples.record(), false), "recap.txt");
        is(RunText.recap(Samples.record(), true), "recap-counts.txt");
    }

    @Test
    void theDocument() throws IOException {
        is(RunJson.of("apply", Samples.record(), 3), "record.json");
    }

    @Test
    void levelsThatAgreeShareAValue() {
        assertThat(DifferenceText.of(List.of(
                        new Difference("sm1", "opensm", "priority", Level.FILE, "5", "9", Samples.line(4)),
                        new Difference("sm1", "opensm", "priority", Level.FABRIC, "5", "9", Samples.line(4)))))
                .isEqualTo("sm1\n  opensm: priority file and fabric 5 -> 9   (site.yml:4:9)\n");
    }

    @Test
    void levelsThatDisagreeAreAllShown() {
        assertThat(DifferenceText.of(List.of(
                        new Difference("sm1", "opensm", "priority", Level.FILE, "5", "9", Samples.line(4)),
                        new Difference("sm1", "opensm", "priority", Level.FABRIC, "3", "9", Samples.line(4)))))
                .isEqualTo("sm1\n  opensm: priority file 5, fabric 3 -> 9   (site.yml:4:9)\n");
    }
}
