package dev.ibplay.lab.opensm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.ib.PKey;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class KeyTablesTest {
    private static final int CAPACITY = 4;

    private static int[] table(int... entries) {
        return entries;
    }

    private static int[] place(int[] before, int... keys) {
        return place(before, Optional.empty(), keys);
    }

    private static int[] place(int[] before, Optional<PKey> first, int... keys) {
        Set<PKey> wanted = Arrays.stream(keys).mapToObj(PKey::new).collect(Collectors.toSet());
        return new KeyTables().place(before, wanted, first, CAPACITY);
    }

    @Test
    void indexZeroIsForTheDefaultPartition() {
        assertThat(place(table(), 0x8001, 0xffff)).containsExactly(0xffff, 0x8001);
        assertThat(place(table(0x8005, 0xffff), 0x8001, 0xffff)).containsExactly(0xffff, 0, 0x8001);
        assertThat(place(table(0xffff), 0x7fff)).containsExactly(0x7fff);
    }

    @Test
    void orForTheOneThatTheFileNames() {
        Optional<PKey> first = Optional.of(new PKey(0x8003));
        assertThat(place(table(0xffff), first, 0x8003, 0xffff)).containsExactly(0x8003, 0xffff);
        assertThat(place(table(0xffff, 0x8003), first, 0x8003, 0xffff)).containsExactly(0x8003, 0, 0xffff);
    }

    @Test
    void othersKeepTheirPlacesAndNewOnesComeBehind() {
        assertThat(place(table(0xffff, 0x8001, 0x8002), 0xffff, 0x8002, 0x8003))
                .containsExactly(0xffff, 0, 0x8002, 0x8003);
        assertThat(place(table(0xffff, 0x8001, 0x8002), 0xffff, 0x0001, 0x8002))
                .containsExactly(0xffff, 0x0001, 0x8002);
    }

    @Test
    void aFullTableIsFilledUpAndTheRestIsLeftOut() {
        assertThat(place(table(0xffff, 0x8001, 0x8002, 0x8003), 0xffff, 0x8002, 0x8003, 0x8004, 0x8005))
                .containsExactly(0xffff, 0x8004, 0x8002, 0x8003);
    }

    @Test
    void bothMembershipsHaveAnEntryEach() {
        assertThat(place(table(0xffff), 0xffff, 0x7fff)).containsExactly(0xffff, 0x7fff);
    }
}
