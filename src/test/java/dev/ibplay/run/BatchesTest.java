package dev.ibplay.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.playbook.BatchSize;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class BatchesTest {
    private static List<Integer> sizes(int hosts, String... serial) {
        List<String> names =
                IntStream.rangeClosed(1, hosts).mapToObj(i -> "n" + i).toList();
        List<BatchSize> sizes = Stream.of(serial)
                .map(BatchSize::parse)
                .flatMap(Optional::stream)
                .toList();
        List<List<String>> batches = Batches.of(names, sizes);
        assertThat(batches.stream().flatMap(List::stream)).containsExactlyElementsOf(names);
        return batches.stream().map(List::size).toList();
    }

    @Test
    void allAtOnceWithoutSerial() {
        assertThat(sizes(5)).containsExactly(5);
    }

    @Test
    void noHostsNoBatches() {
        assertThat(sizes(0)).isEmpty();
        assertThat(sizes(0, "2")).isEmpty();
    }

    @Test
    void theLastSizeIsRepeated() {
        assertThat(sizes(7, "1", "2")).containsExactly(1, 2, 2, 2);
        assertThat(sizes(7, "3")).containsExactly(3, 3, 1);
    }

    @Test
    void sharesAreOfAllHostsAndAtLeastOne() {
        assertThat(sizes(8, "1", "25%", "100%")).containsExactly(1, 2, 5);
        assertThat(sizes(3, "10%")).containsExactly(1, 1, 1);
    }

    @Test
    void aSizeAboveTheNumberOfHosts() {
        assertThat(sizes(2, "50")).containsExactly(2);
    }
}
