package dev.ibplay.opensm;

import dev.ibplay.ib.PortGuid;
import java.util.Optional;

/** Whom a member entry of partitions.conf stands for. */
public sealed interface Who {
    /** All ports, or all ports of nodes of one kind. */
    record All(Optional<EndPort.Kind> kind) implements Who {
        @Override
        public String toString() {
            return kind.map(EndPort.Kind::keyword).orElse("ALL");
        }
    }

    /** The port of the subnet manager that reads the file. */
    record Self() implements Who {
        @Override
        public String toString() {
            return "SELF";
        }
    }

    record Port(PortGuid guid) implements Who {
        @Override
        public String toString() {
            return guid.toString();
        }
    }

    static Who all() {
        return new All(Optional.empty());
    }

    static Who self() {
        return new Self();
    }

    static Who port(PortGuid guid) {
        return new Port(guid);
    }

    static Who all(EndPort.Kind kind) {
        return new All(Optional.of(kind));
    }

    default boolean matches(EndPort port) {
        return switch (this) {
            case All all -> all.kind().map(k -> k == port.kind()).orElse(true);
            case Self self -> port.isSmPort();
            case Port named -> named.guid().equals(port.guid());
        };
    }
}
