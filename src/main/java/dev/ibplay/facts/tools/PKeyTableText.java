package dev.ibplay.facts.tools;

import dev.ibplay.ib.PKey;
import java.util.List;

/**
 * A port's P_Key table as {@code smpquery pkeys} prints it.
 *
 * @param keys the entries in use, in the table's order
 * @param capacity how many entries the table has
 */
public record PKeyTableText(List<PKey> keys, int capacity) {
    public PKeyTableText {
        keys = List.copyOf(keys);
    }
}
