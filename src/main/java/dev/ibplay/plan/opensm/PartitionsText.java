package dev.ibplay.plan.opensm;

import dev.ibplay.facts.FileObserved;
import dev.ibplay.opensm.PartitionsConf;
import dev.ibplay.plan.WindowsPath;

/**
 * The text of a partitions.conf as OpenSM's own reader sees it. On Windows the file is opened as text, so that a carriage return
 * before a line feed is not seen (Microsoft: fopen, translation of text mode); on other systems it makes the file broken.
 */
public final class PartitionsText {
    private static final String WINDOWS_END = "\r\n";
    private static final String END = "\n";

    private PartitionsText() {}

    /** The file as it is read. */
    public static PartitionsConf parse(String path, String text) {
        return PartitionsConf.parse(path, seen(path, text));
    }

    private static String seen(String path, String text) {
        return WindowsPath.is(path) ? text.replace(WINDOWS_END, END) : text;
    }

    /**
     * An edited text as it is to be written: lines that stay keep their ends, new ones get the end of the file's first line.
     *
     * @param edited of what was seen
     */
    static String written(FileObserved file, String edited) {
        String before = FileFindings.text(file);
        if (!WindowsPath.is(file.path()) || !before.contains(WINDOWS_END)) {
            return edited;
        }
        String[] old = before.split(END, -1);
        String[] now = edited.split(END, -1);
        int least = Math.min(old.length, now.length);
        int head = 0;
        while (head < least - 1 && isSame(old[head], now[head])) {
            head++;
        }
        int tail = 0;
        while (tail < least - head && isSame(old[old.length - 1 - tail], now[now.length - 1 - tail])) {
            tail++;
        }
        String returns = before.indexOf(WINDOWS_END) == before.indexOf(END) - 1 ? "\r" : "";
        for (int i = 0; i < now.length; i++) {
            boolean isLast = i == now.length - 1;
            if (i < head) {
                now[i] = old[i];
            } else if (i >= now.length - tail) {
                now[i] = old[old.length - now.length + i];
            } else if (!isLast) {
                now[i] += returns;
            }
        }
        return String.join(END, now);
    }

    private static boolean isSame(String old, String now) {
        return old.equals(now) || old.equals(now + "\r");
    }
}
