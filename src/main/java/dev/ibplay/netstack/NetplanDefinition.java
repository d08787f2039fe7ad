package dev.ibplay.netstack;

import dev.ibplay.ib.IpoibMode;
import dev.ibplay.source.Node;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What one file of netplan says of one interface.
 *
 * @param path of the file
 * @param section below {@code network}, such as ethernets
 * @param id the key of the definition, with its place
 * @param body its keys
 */
record NetplanDefinition(String path, String section, Node.Scalar id, Node.Mapping body) {
    static final String MTU = "mtu";
    static final String MODE = "infiniband-mode";

    Optional<Node.Scalar> scalar(String key) {
        return scalar(body, key);
    }

    /** A key of {@code match}. */
    Optional<Node.Scalar> match(String key) {
        return body.get("match").flatMap(m -> m instanceof Node.Mapping match ? scalar(match, key) : Optional.empty());
    }

    boolean hasMatch() {
        return body.get("match").isPresent();
    }

    /** Keys of {@code match} with lists of values, which only {@code driver} may have. */
    List<String> drivers() {
        return body.get("match")
                .flatMap(m -> m instanceof Node.Mapping match ? match.get("driver") : Optional.empty())
                .map(d -> switch (d) {
                    case Node.Scalar one -> List.of(one.text());
                    case Node.Sequence several ->
                        several.items().stream()
                                .flatMap(i -> i instanceof Node.Scalar s
                                        ? List.of(s.text()).stream()
                                        : List.<String>of().stream())
                                .toList();
                    case Node.Mapping ignored -> List.<String>of();
                    case Node.Vaulted ignored -> List.<String>of();
                })
                .orElse(List.of());
    }

    private static Optional<Node.Scalar> scalar(Node.Mapping mapping, String key) {
        return mapping.get(key)
                .flatMap(n -> n instanceof Node.Scalar s && !s.isNull() ? Optional.of(s) : Optional.empty());
    }

    Optional<Integer> mtu() {
        return scalar(MTU).flatMap(s -> MtuText.bytes(s.text()));
    }

    Optional<IpoibMode> mode() {
        return scalar(MODE)
                .flatMap(s -> Arrays.stream(IpoibMode.values())
                        .filter(m -> m.word().equals(s.text()))
                        .findFirst());
    }

    boolean says(String key) {
        return body.get(key).isPresent();
    }

    /** Why netplan refuses the definition and with it all files, as far as MTU and mode go. */
    Optional<String> problem() {
        if (says(MTU) && mtu().isEmpty()) {
            return Optional.of("mtu in line %d is no number".formatted(lineOf(MTU)));
        }
        return says(MODE) && mode().isEmpty()
                ? Optional.of("infiniband-mode in line %d is neither datagram nor connected".formatted(lineOf(MODE)))
                : Optional.empty();
    }

    private int lineOf(String key) {
        return body.entry(key).map(e -> e.key().span().line()).orElse(0);
    }
}
