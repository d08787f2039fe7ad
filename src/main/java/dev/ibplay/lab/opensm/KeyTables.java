package dev.ibplay.lab.opensm;

import dev.ibplay.ib.PKey;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Puts P_Keys into the tables of ports (osm_pkey_mgr.c). Index 0 is for the one for which the file asks so, else for 0x7fff;
 * another partition that is in a table keeps its place, a new one comes behind the last, and into a gap once the table is
 * full. Ports alike share one array. A place that was given up is not kept for the same P_Key, as keep_pkey_indexes would.
 */
final class KeyTables {
    /** OpenSM goes through its partitions in the order of swapped bytes, limited members first. */
    private static final Comparator<PKey> ORDER = Comparator.<PKey>comparingInt(
                    key -> Integer.reverseBytes(key.base()) >>> Short.SIZE)
            .thenComparingInt(PKey::value);

    private record Wish(List<Integer> before, Set<PKey> keys, Optional<PKey> first, int capacity) {}

    private final Map<Wish, int[]> tables = new HashMap<>();

    /**
     * The new table.
     *
     * @param before entries by index, 0 for none
     * @param first the P_Key that index 0 is for
     * @param capacity entries at most; what finds no room is left out
     */
    int[] place(int[] before, Set<PKey> keys, Optional<PKey> first, int capacity) {
        var wish = new Wish(Arrays.stream(before).boxed().toList(), keys, first, capacity);
        return tables.computeIfAbsent(wish, KeyTables::placed);
    }

    private static int[] placed(Wish wish) {
        int[] table = new int[wish.before().size() + wish.keys().size() + 1];
        Deque<PKey> homeless = new ArrayDeque<>();
        Optional<PKey> zero = wish.first().or(() -> byDefault(wish.keys()));
        zero.ifPresent(key -> table[0] = key.value());
        wish.keys().stream()
                .sorted(ORDER)
                .filter(key -> !zero.equals(Optional.of(key)))
                .forEach(key -> {
                    int at = indexOf(wish.before(), key);
                    if (at > 0 && table[at] == 0) {
                        table[at] = key.value();
                    } else {
                        homeless.add(key);
                    }
                });
        int next = Math.max(1, wish.before().size());
        while (!homeless.isEmpty() && next < wish.capacity()) {
            table[next] = homeless.remove().value();
            next++;
        }
        for (int at = 1; at < Math.min(table.length, wish.capacity()) && !homeless.isEmpty(); at++) {
            if (table[at] == 0) {
                table[at] = homeless.remove().value();
            }
        }
        return withoutTail(table);
    }

    private static Optional<PKey> byDefault(Set<PKey> keys) {
        return keys.stream().filter(PKey.DEFAULT::samePartition).max(Comparator.naturalOrder());
    }

    private static int[] withoutTail(int[] table) {
        int end = table.length;
        while (end > 0 && table[end - 1] == 0) {
            end--;
        }
        return Arrays.copyOf(table, end);
    }

    private static int indexOf(List<Integer> table, PKey key) {
        for (int at = 0; at < table.size(); at++) {
            if ((table.get(at) & 0x7fff) == key.base()) {
                return at;
            }
        }
        return -1;
    }
}
