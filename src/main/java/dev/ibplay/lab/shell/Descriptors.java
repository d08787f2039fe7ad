package dev.ibplay.lab.shell;

import java.io.InputStream;
import java.io.OutputStream;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A shell's open descriptors. */
final class Descriptors {
    private final Map<Integer, OpenFile> open = new TreeMap<>();

    /** Another shell's, which lead to the same. */
    Descriptors copy() {
        Descriptors copy = new Descriptors();
        open.forEach((number, file) -> copy.open.put(number, file.retain()));
        return copy;
    }

    Optional<OpenFile> get(int number) {
        return Optional.ofNullable(open.get(number));
    }

    /** Takes over the file; what the descriptor led to before is the caller's to release. */
    Optional<OpenFile> put(int number, Optional<OpenFile> file) {
        return Optional.ofNullable(file.isPresent() ? open.put(number, file.get()) : open.remove(number));
    }

    void set(int number, OpenFile file) {
        put(number, Optional.of(file)).ifPresent(OpenFile::release);
    }

    InputStream input(int number) {
        return get(number).orElseGet(OpenFile::closed).input();
    }

    OutputStream output(int number) {
        return get(number).orElseGet(OpenFile::closed).output();
    }

    void closeAll() {
        open.values().forEach(OpenFile::release);
        open.clear();
    }
}
