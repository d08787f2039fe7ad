package dev.ibplay.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.facts.FabricFacts;
import dev.ibplay.journal.EventJson;
import dev.ibplay.journal.EventReader;
import dev.ibplay.journal.JournalEvent;
import dev.ibplay.journal.JournalSamples;
import dev.ibplay.journal.RecordedFabric;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** A fabric that went through the journal is drawn as if it had not. */
class RecordedFabricTest {
    private static final FabricFacts SEEN = SeenFabric.names().fabrics().getFirst();
    private static final JournalEvent EVENT =
            new JournalEvent.FabricsSeen(JournalEvent.FabricsSeen.BEFORE, List.of(RecordedFabric.of(SEEN)));

    private static List<RecordedFabric> readBack(Map<String, String> blobs, UnaryOperator<String> hide) {
        String line = new EventJson(hide).line(JournalSamples.NOW, EVENT);
        var event = new EventReader(name -> Optional.ofNullable(blobs.get(name)))
                .read(line)
                .orElseThrow()
                .event();
        return ((JournalEvent.FabricsSeen) event).fabrics();
    }

    @Test
    void thePictureIsTheSame() {
        Map<String, String> blobs = new EventJson(text -> text).blobs(EVENT);

        RecordedFabric read = readBack(blobs, text -> text).getFirst();

        assertThat(read.seenFrom()).isEqualTo("one mlx5_0/1");
        assertThat(FabricPicture.of("fabric", read.fabric(), read.subnetManagers()))
                .isEqualTo(FabricPicture.of("fabric", SEEN.fabric(), SEEN.subnetManagers()));
        assertThat(blobs).hasSize(1);
        assertThat(blobs.values().iterator().next()).hasSizeLessThan(1000);
    }

    @Test
    void secretsInDescriptionsAreHidden() {
        UnaryOperator<String> hide = text -> text.replace("three", "<hidden>");
        Map<String, String> blobs = new EventJson(hide).blobs(EVENT);

        assertThat(blobs.values()).noneMatch(blob -> blob.contains("three"));
        assertThat(readBack(blobs, hide)).hasSize(1);
    }

    @Test
    void halfAPictureIsNone() {
        Map<String, String> whole = new EventJson(text -> text).blobs(EVENT);
        String name = whole.keySet().iterator().next();
        String text = whole.getOrDefault(name, "");
        assertThat(text).isNotEmpty();

        assertThat(readBack(Map.of(), t -> t)).isEmpty();
        for (int cut = 0; cut < text.length(); cut += 7) {
            assertThat(readBack(Map.of(name, text.substring(0, cut)), t -> t)).isEmpty();
        }
        assertThat(readBack(Map.of(name, text.replace("\"CA\"", "7,\"CA\"")), t -> t))
                .isEmpty();
        assertThat(readBack(Map.of(name, text.replace("],[", "],[90,")), t -> t))
                .isEmpty();
    }
}
