package dev.ibplay.transport.ssh;

import dev.ibplay.exec.Bytes;
import dev.ibplay.transport.ssh.KnownHost.Marker;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What known_hosts files say.
 *
 * @param malformed {@code file:line} of lines that cannot be understood; they trust nobody
 */
record KnownHosts(List<KnownHost> entries, List<String> malformed) {
    private static final Map<String, Marker> MARKERS =
            Map.of("@revoked", Marker.REVOKED, "@cert-authority", Marker.CERT_AUTHORITY);

    KnownHosts {
        entries = List.copyOf(entries);
        malformed = List.copyOf(malformed);
    }

    static KnownHosts parse(Path file, String text) {
        List<KnownHost> entries = new ArrayList<>();
        List<String> malformed = new ArrayList<>();
        int number = 0;
        for (String line : text.lines().toList()) {
            number++;
            String content = line.strip();
            if (content.isEmpty() || content.startsWith("#")) {
                continue;
            }
            Optional<KnownHost> entry = entry(file, number, content);
            entry.ifPresentOrElse(entries::add, addPlace(malformed, file, number));
        }
        return new KnownHosts(entries, malformed);
    }

    private static Runnable addPlace(List<String> places, Path file, int line) {
        return () -> places.add(file + ":" + line);
    }

    private static Optional<KnownHost> entry(Path file, int number, String content) {
        List<String> fields = new ArrayList<>(List.of(content.split("[ \t]+")));
        Marker marker = Marker.NONE;
        if (fields.getFirst().startsWith("@")) {
            Optional<Marker> known =
                    Optional.ofNullable(MARKERS.get(fields.removeFirst().toLowerCase(Locale.ROOT)));
            if (known.isEmpty()) {
                return Optional.empty();
            }
            marker = known.get();
        }
        if (fields.size() < 3) {
            return Optional.empty();
        }
        Marker found = marker;
        return HostNames.parse(fields.get(0))
                .flatMap(names ->
                        key(fields.get(1), fields.get(2)).map(key -> new KnownHost(file, number, found, names, key)));
    }

    /** A key whose blob starts with the type that the line claims. */
    private static Optional<HostKey> key(String type, String base64) {
        byte[] blob;
        try {
            blob = Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException notBase64) {
            return Optional.empty();
        }
        byte[] name = type.getBytes(StandardCharsets.UTF_8);
        boolean agrees =
                blob.length >= 4 + name.length && new String(blob, 4, name.length, StandardCharsets.UTF_8).equals(type);
        return agrees ? Optional.of(new HostKey(type, Bytes.of(blob))) : Optional.empty();
    }

    /** These files' lines, then the other's. */
    KnownHosts and(KnownHosts other) {
        List<KnownHost> all = new ArrayList<>(entries);
        all.addAll(other.entries);
        List<String> bad = new ArrayList<>(malformed);
        bad.addAll(other.malformed);
        return new KnownHosts(all, bad);
    }

    /** Only the lines about this host. Looking once is enough: each hashed line costs a digest. */
    KnownHosts about(String name) {
        return new KnownHosts(
                entries.stream().filter(e -> e.names().matches(name)).toList(), malformed);
    }

    /** Whether no line says a key or an authority. */
    boolean isSilent() {
        return entries.stream().allMatch(e -> e.marker() == Marker.REVOKED);
    }

    /** The line that revokes exactly this key. */
    Optional<KnownHost> revocation(HostKey key) {
        return marked(Marker.REVOKED).stream().filter(e -> e.key().equals(key)).findFirst();
    }

    /** The lines that name an authority. */
    List<KnownHost> authorities() {
        return marked(Marker.CERT_AUTHORITY);
    }

    private List<KnownHost> marked(Marker marker) {
        return entries.stream().filter(e -> e.marker() == marker).toList();
    }

    /**
     * Judges a key by the lines about its host. A host that is known only by keys of other types counts as changed: those
     * types are asked for first, so a host that does not have them any more is not the one that was known.
     */
    HostKeyVerdict judge(HostKey key) {
        List<KnownHost> plain = marked(Marker.NONE);
        if (plain.stream().anyMatch(e -> e.key().equals(key))) {
            return new HostKeyVerdict.Trusted();
        }
        Optional<KnownHost> sameType =
                plain.stream().filter(e -> e.key().type().equals(key.type())).findFirst();
        return sameType.or(() -> plain.stream().findFirst())
                .<HostKeyVerdict>map(HostKeyVerdict.Changed::new)
                .orElse(new HostKeyVerdict.Unknown());
    }

    /** The types of the plain keys, in the order of the lines. */
    Set<String> types() {
        Set<String> types = new LinkedHashSet<>();
        marked(Marker.NONE).forEach(e -> types.add(e.key().type()));
        return types;
    }
}
