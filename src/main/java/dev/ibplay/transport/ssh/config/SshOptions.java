package dev.ibplay.transport.ssh.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What was said about one host, by keyword in lower case: the first one stands, IdentityFile and CertificateFile add up, and
 * of ProxyJump and ProxyCommand the first one wins. Values are as written, without their tokens expanded.
 */
public final class SshOptions {
    /**
     * One keyword with its words.
     *
     * @param place who says so, for messages: {@code FILE:LINE}, or the name of a variable or option
     */
    public record Said(List<String> words, String place) {
        public Said {
            words = List.copyOf(words);
        }

        public String value() {
            return words.getFirst();
        }
    }

    private final Map<String, Said> first = new LinkedHashMap<>();
    private final Map<String, List<Said>> all = new LinkedHashMap<>();

    public SshOptions() {}

    /** A copy that can be added to. */
    public SshOptions(SshOptions other) {
        first.putAll(other.first);
        other.all.forEach((keyword, said) -> all.put(keyword, new ArrayList<>(said)));
    }

    /** Adds what a weaker source says; counts only if nothing stronger says it. */
    public SshOptions add(String keyword, Said said) {
        if (Keyword.accumulates(keyword)) {
            List<Said> list = all.computeIfAbsent(keyword, k -> new ArrayList<>());
            if (list.stream().noneMatch(s -> s.words().equals(said.words()))) {
                list.add(said);
            }
            return this;
        }
        boolean otherProxy = (keyword.equals("proxyjump") && first.containsKey("proxycommand"))
                || (keyword.equals("proxycommand") && jumps());
        if (!otherProxy) {
            first.putIfAbsent(keyword, said);
        }
        return this;
    }

    /** ProxyJump none leaves a later ProxyCommand in force, while ProxyCommand none ends the matter. */
    private boolean jumps() {
        return value("proxyjump").filter(jump -> !jump.equalsIgnoreCase("none")).isPresent();
    }

    public SshOptions add(String keyword, String value, String place) {
        return add(keyword, new Said(List.of(value), place));
    }

    /** All that a weaker source says. */
    public SshOptions addAll(SshOptions weaker) {
        weaker.first.forEach(this::add);
        weaker.all.forEach((keyword, list) -> list.forEach(said -> add(keyword, said)));
        return this;
    }

    /** Replaces what was said. */
    void put(String keyword, Said said) {
        first.put(keyword, said);
    }

    public Optional<Said> get(String keyword) {
        return Optional.ofNullable(first.get(keyword));
    }

    public Optional<String> value(String keyword) {
        return get(keyword).map(Said::value);
    }

    /** All values of a keyword that adds up. */
    public List<Said> all(String keyword) {
        return List.copyOf(all.getOrDefault(keyword, List.of()));
    }

    /** The keywords that something was said of, but for those that add up. */
    public List<String> keywords() {
        return List.copyOf(first.keySet());
    }

    @Override
    public String toString() {
        return first + " " + all;
    }
}
