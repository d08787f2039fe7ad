package dev.ibplay.lab.linux;

import dev.ibplay.ib.IpoibMode;
import dev.ibplay.ib.PKey;
import dev.ibplay.netstack.InterfaceFile;
import java.util.List;
import java.util.Optional;

/**
 * What a network stack's files make of one interface.
 *
 * @param addresses IPv4, each with the length of its prefix
 * @param bond that it becomes part of; then its MTU is the bond's
 * @param up whether it is brought up, or only made
 */
record LinkSettings(
        String name,
        Origin origin,
        Optional<IpoibMode> mode,
        Optional<Integer> mtu,
        List<String> addresses,
        Optional<String> bond,
        boolean up) {
    /** How it comes into being; what rests on others comes later. */
    sealed interface Origin {
        /** The driver has made it. */
        record Port() implements Origin {}

        /**
         * A P_Key child.
         *
         * @param byNetlink not by {@code create_child}
         */
        record Child(String parent, PKey pkey, boolean byNetlink) implements Origin {}

        /**
         * A bond.
         *
         * @param slaves those that its own file names; others name it in theirs
         */
        record Slaves(List<String> slaves) implements Origin {
            public Slaves {
                slaves = List.copyOf(slaves);
            }
        }
    }

    LinkSettings {
        addresses = List.copyOf(addresses);
    }

    /** What is to be brought up by what a file says of it. */
    static LinkSettings of(
            String name, Origin origin, InterfaceFile file, List<String> addresses, Optional<String> bond) {
        return new LinkSettings(name, origin, file.mode(), file.mtu(), addresses, bond, true);
    }

    /** 0 for what rests on nothing else, then children, then bonds, which may be made of children. */
    int depth() {
        return switch (origin) {
            case Origin.Port ignored -> 0;
            case Origin.Child ignored -> 1;
            case Origin.Slaves ignored -> 2;
        };
    }
}
