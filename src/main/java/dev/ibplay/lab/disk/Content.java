package dev.ibplay.lab.disk;

import dev.ibplay.exec.Bytes;
import java.util.SortedMap;

/** What an inode holds. */
sealed interface Content {
    record File(Bytes bytes) implements Content {}

    /** Names and the numbers of their inodes; never changed in place. */
    record Folder(SortedMap<String, Long> entries) implements Content {}

    record Link(String target) implements Content {}

    record Asked(Attribute attribute) implements Content {}

    record Mounted(VirtualFolder folder) implements Content {}

    /** How a virtual file looks from here. */
    static Content of(Virtual virtual) {
        return switch (virtual) {
            case Attribute attribute -> new Asked(attribute);
            case VirtualFolder folder -> new Mounted(folder);
            case VirtualLink link -> new Link(link.target());
        };
    }
}
