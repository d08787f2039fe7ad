package dev.ibplay.lab.operations;

import dev.ibplay.exec.Bytes;
import dev.ibplay.lab.disk.Disk;
import dev.ibplay.lab.disk.Errno;
import dev.ibplay.lab.machine.Machine;
import java.time.Instant;
import java.util.Locale;
import java.util.OptionalLong;

/** A guard's folder: small files that sessions, the guard and people read (PROTOCOL.md "Guards"; native/src/folder.c). */
record GuardFolder(Machine machine, String path) {
    private static final int FILE_MODE = 0600;
    private static final int FOLDER_MODE = 0700;
    private static final long NANOS_PER_HUNDREDTH = 10_000_000;
    private static final int MAX_LINE = 2047;

    /** Makes the folders that a path needs, for their owner only. */
    static void makeParents(Disk disk, String path) throws Errno {
        for (int at = path.indexOf('/', 1); at > 0; at = path.indexOf('/', at + 1)) {
            String parent = path.substring(0, at);
            if (!disk.exists(parent)) {
                disk.mkdir(parent, FOLDER_MODE);
            } else if (!disk.stat(parent, true).isFolder()) {
                throw new Errno("ENOTDIR", parent);
            }
        }
    }

    /** Hundredths of a second after boot. */
    static long uptimeHundredths(Machine machine) {
        return machine.uptimeNanos() / NANOS_PER_HUNDREDTH;
    }

    /** The whole number that a text begins with; 0 when there is none. */
    static long leadingNumber(String text) {
        int end = 0;
        while (end < text.length() && end < 18 && Character.digit(text.charAt(end), 10) >= 0) {
            end++;
        }
        return end == 0 ? 0 : Long.parseLong(text.substring(0, end));
    }

    private Disk disk() {
        return machine.disk();
    }

    private String file(String name) {
        return path + "/" + name;
    }

    void make() throws Errno {
        makeParents(disk(), path);
        disk().mkdir(path, FOLDER_MODE);
    }

    /** Replaces a file as a whole. */
    void write(String name, Bytes content) throws Errno {
        String temporary = file("." + name + ".new");
        try {
            disk().write(temporary, content, FILE_MODE);
            disk().rename(temporary, file(name));
        } catch (Errno error) {
            removeFile(temporary);
            throw error;
        }
    }

    private void removeFile(String file) {
        try {
            disk().unlink(file);
        } catch (Errno gone) {
            // as wanted
        }
    }

    /** A small text without its line end. */
    String read(String name) throws Errno {
        return disk().read(file(name)).lossyText().stripTrailing();
    }

    boolean has(String name) {
        return disk().exists(file(name));
    }

    /** With all that it holds, which is files. */
    void remove() {
        try {
            for (String name : disk().list(path)) {
                removeFile(file(name));
            }
            disk().rmdir(path);
        } catch (Errno stays) {
            // whoever arms the next guard there is told
        }
    }

    void writeDeadline(long hundredths) throws Errno {
        write("deadline", text(String.format(Locale.ROOT, "%d.%02d", hundredths / 100, hundredths % 100)));
    }

    private static Bytes text(String line) {
        return Bytes.ofUtf8(line + "\n");
    }

    /** In hundredths of a second after boot; empty when it cannot be read. */
    OptionalLong deadline() {
        String text;
        try {
            text = read("deadline");
        } catch (Errno gone) {
            return OptionalLong.empty();
        }
        if (!text.matches("\\d{1,15}(\\.\\d*)?")) {
            return OptionalLong.empty();
        }
        int point = text.indexOf('.');
        String fraction = point < 0 ? "" : text.substring(point + 1);
        return OptionalLong.of(leadingNumber(text) * 100 + leadingNumber((fraction + "00").substring(0, 2)));
    }

    void writeProcess(Identity process) throws Errno {
        write("process", text(process.pid() + " " + process.startTicks() + " " + process.boot()));
    }

    /** Whether the guard's process runs. */
    boolean isAlive() {
        try {
            String[] words = read("process").split(" +", 3);
            return words.length == 3
                    && new Identity(leadingNumber(words[0]), leadingNumber(words[1]), words[2]).lives(machine);
        } catch (Errno none) {
            return false;
        }
    }

    /** The guard's number as its file says it. */
    long pid() {
        try {
            return leadingNumber(read("process"));
        } catch (Errno none) {
            return 0;
        }
    }

    /** On a full disk the word is written over the old one in place. */
    void writeState(String word) throws Errno {
        try {
            write("state", text(word));
        } catch (Errno error) {
            // No word is longer than this; what is left of a longer one is blanked.
            disk().overwrite(file("state"), text(String.format(Locale.ROOT, "%-10s", word)));
        }
    }

    /** The same where nothing can be done about an error. */
    void tryState(String word) {
        try {
            writeState(word);
        } catch (Errno full) {
            log("the state " + word + " cannot be written: " + full.text());
        }
    }

    void tryReason(String reason) {
        try {
            write("reason", Bytes.ofUtf8(reason));
        } catch (Errno full) {
            log("the reason cannot be written: " + full.text());
        }
    }

    /** One line with the time of day; a line that cannot be written is left out. */
    void log(String text) {
        String line = Instant.ofEpochSecond(machine.clock().epochSeconds()) + " " + text;
        String printable = line.substring(0, Math.min(line.length(), MAX_LINE)).replaceAll("[\\x00-\\x1f\\x7f]", " ");
        try {
            disk().append(file("log"), Bytes.ofUtf8(printable + "\n"), FILE_MODE);
        } catch (Errno full) {
            // nothing can be said about it
        }
    }
}
