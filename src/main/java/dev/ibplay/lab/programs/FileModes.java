package dev.ibplay.lab.programs;

import dev.ibplay.lab.disk.Stat;

/** A file's kind and permissions as stat(2) encodes them and {@code ls -l} shows them. */
final class FileModes {
    private static final int FOLDER = 0040000;
    private static final int FILE = 0100000;
    private static final int LINK = 0120000;
    private static final int CHARACTER_DEVICE = 0020000;

    private FileModes() {}

    static int encoded(Stat stat, boolean device) {
        int kind = device
                ? CHARACTER_DEVICE
                : switch (stat.kind()) {
                    case FILE -> FILE;
                    case FOLDER -> FOLDER;
                    case LINK -> LINK;
                };
        return kind | stat.mode();
    }

    static String shown(Stat stat, boolean device) {
        int mode = stat.mode();
        char kind = device
                ? 'c'
                : switch (stat.kind()) {
                    case FILE -> '-';
                    case FOLDER -> 'd';
                    case LINK -> 'l';
                };
        return kind
                + triple(mode >> 6, (mode & 04000) != 0, 's')
                + triple(mode >> 3, (mode & 02000) != 0, 's')
                + triple(mode, (mode & 01000) != 0, 't');
    }

    private static String triple(int bits, boolean special, char letter) {
        boolean runs = (bits & 1) != 0;
        char last = special ? runs ? letter : Character.toUpperCase(letter) : runs ? 'x' : '-';
        return ((bits & 4) != 0 ? "r" : "-") + ((bits & 2) != 0 ? "w" : "-") + last;
    }

    /** Whether the user may do what {@code bit} (4, 2 or 1) stands for; root may all but run what nobody may. */
    static boolean allows(Stat stat, long uid, int bit) {
        if (uid == 0) {
            return bit != 1 || stat.isFolder() || (stat.mode() & 0111) != 0;
        }
        int shift = stat.uid() == uid ? 6 : stat.gid() == uid ? 3 : 0;
        return (stat.mode() >> shift & bit) != 0;
    }
}
