package dev.ibplay.netstack;

import dev.ibplay.ib.IpoibMode;
import dev.ibplay.ib.PKey;
import java.util.Optional;

/**
 * A P_Key child of an IPoIB interface as a network stack is to make it, always as a full member.
 *
 * @param parent name of the interface that it lies on
 * @param pkey the partition; only the low 15 bits matter
 * @param mtu in bytes; empty to leave it to the kernel
 */
public record ChildLink(String parent, PKey pkey, IpoibMode mode, Optional<Integer> mtu) {
    /**
     * The name that the kernel gives it (ipoib_vlan.c: ipoib_vlan_add), and that NetworkManager and Red Hat's scripts insist
     * on: the parent's, a dot and four digits.
     */
    public String name() {
        return name(parent, pkey);
    }

    /** The same of any child. */
    public static String name(String parent, PKey pkey) {
        return "%s.%04x".formatted(parent, pkey.asFullMember().value());
    }

    /** The P_Key as it is written to files and attributes: {@code 0x8001}. */
    String key() {
        return pkey.asFullMember().toString();
    }

    /** Whether what a stack's files say is this child. */
    boolean isSaidBy(InterfaceFile file) {
        return ChildFiles.makes(file, parent, pkey)
                && file.mode().equals(Optional.of(mode))
                && file.mtu().equals(mtu);
    }
}
