package dev.ibplay.plan;

import java.util.regex.Pattern;

/** Paths of Windows hosts, which tell themselves from those of other systems. */
public final class WindowsPath {
    /** With a drive, or on a share. */
    private static final Pattern ABSOLUTE = Pattern.compile("(?s)(?:[A-Za-z]:[\\\\/]|\\\\\\\\).*");

    private WindowsPath() {}

    public static boolean is(String path) {
        return ABSOLUTE.matcher(path).matches();
    }
}
