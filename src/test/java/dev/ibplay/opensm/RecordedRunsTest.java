package dev.ibplay.opensm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.SharedCorpus;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordedRunsTest {
    @ParameterizedTest
    @ValueSource(strings = {"partitions-valid-forms.txt", "partitions-invalid-forms.txt"})
    void modelAgreesWithWhatOpenSmDid(String name) throws IOException {
        String record = Files.readString(SharedCorpus.require("fixtures/opensm/" + name), StandardCharsets.UTF_8);
        List<RecordedRuns.Run> runs = RecordedRuns.parse(record);
        assertThat(runs).hasSizeGreaterThan(15);
        for (RecordedRuns.Run run : runs) {
            PartitionsConf conf = PartitionsConf.parse(run.name(), latin1(run.file()));
            PartitionsMeaning meaning = PartitionsMeaning.of(conf, SmOptions.DEFAULT);
            assertThat(meaning.rejection().isPresent())
                    .as("rejected %s", run.name())
                    .isEqualTo(run.parseError());
            RecordedRuns.Observed modelled = RecordedRuns.modelled(meaning);
            assertThat(modelled.pkeys())
                    .as("P_Keys of %s", run.name())
                    .isEqualTo(run.observed().pkeys());
            assertThat(modelled.groups())
                    .as("groups of %s", run.name())
                    .isEqualTo(run.observed().groups());
            assertThat(run.observed().firstPKey())
                    .as("index 0 of %s", run.name())
                    .containsAllEntriesOf(modelled.firstPKey());
            assertThat(conf.text()).isEqualTo(latin1(run.file()));
        }
    }

    private static String latin1(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }
}
