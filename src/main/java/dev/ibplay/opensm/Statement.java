package dev.ibplay.opensm;

import java.util.List;
import java.util.OptionalInt;

/**
 * One partition definition of partitions.conf.
 *
 * @param head the name and the P_Key
 * @param colon the offset of the colon that ends the header
 * @param semicolon the offset of the semicolon; the last statement may lack it
 * @param irregular whether OpenSM read on behind the end of the statement, so that no edit of it is safe
 */
record Statement(Entry head, List<Entry> flags, List<Item> items, int colon, OptionalInt semicolon, boolean irregular) {
    Statement {
        flags = List.copyOf(flags);
        items = List.copyOf(items);
    }

    int start() {
        return head.start();
    }

    /** The offset after the last item, or after the colon. */
    int contentEnd() {
        return items.stream()
                .filter(i -> !i.entry().isEmpty())
                .mapToInt(Item::end)
                .max()
                .orElse(colon + 1);
    }

    List<Entry> ports() {
        return items.stream()
                .filter(Item.Port.class::isInstance)
                .map(Item::entry)
                .filter(e -> !e.name().text().isEmpty())
                .toList();
    }
}
