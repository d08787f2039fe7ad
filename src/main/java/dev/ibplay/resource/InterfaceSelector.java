package dev.ibplay.resource;

import dev.ibplay.diag.Located;
import dev.ibplay.ib.PKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Chooses an IPoIB interface by what it is rather than by its name; what is given must all hold.
 *
 * @param ports the adapter ports it may sit on, as {@code mlx5_0/1}; empty where that does not matter
 * @param pkey of its partition; only the low 15 bits count
 * @param parent name of the interface that it is a child of
 */
public record InterfaceSelector(List<String> ports, Optional<Located<PKey>> pkey, Optional<Located<String>> parent) {
    /** Any interface: the name decides. */
    public static final InterfaceSelector BY_NAME =
            new InterfaceSelector(List.of(), Optional.empty(), Optional.empty());

    public InterfaceSelector {
        ports = List.copyOf(ports);
    }

    public boolean isByName() {
        return equals(BY_NAME);
    }

    /** For people: {@code port mlx5_0/1, P_Key 0x8001}. */
    public String describe() {
        List<String> words = new ArrayList<>();
        if (!ports.isEmpty()) {
            words.add("port " + String.join(" or ", ports));
        }
        parent.ifPresent(p -> words.add("parent " + p.value()));
        pkey.ifPresent(p -> words.add("P_Key " + p.value().asFullMember()));
        return String.join(", ", words);
    }
}
