package dev.ibplay.lab.shell;

import dev.ibplay.lab.disk.Errno;
import dev.ibplay.lab.programs.ByteText;
import java.util.ArrayList;
import java.util.List;

/** Finds the names that a pattern matches (POSIX.1-2017, XCU 2.13.3). */
final class FileNames {
    private final ShellEnvironment shell;
    private final List<String> found = new ArrayList<>();

    FileNames(ShellEnvironment shell) {
        this.shell = shell;
    }

    /** In their order; none when the field is no pattern or matches nothing. */
    List<String> matching(String marked) {
        if (Marked.isPattern(marked)) {
            expand("", marked);
            found.sort(null);
        }
        return found;
    }

    private void expand(String prefix, String rest) {
        int start = 0;
        while (start < rest.length() && (rest.charAt(start) & 0xff) == '/') {
            start++;
        }
        int end = start;
        while (end < rest.length() && (rest.charAt(end) & 0xff) != '/') {
            end++;
        }
        String before = prefix + "/".repeat(start);
        String component = rest.substring(start, end);
        String behind = rest.substring(end);
        if (!Marked.isPattern(component)) {
            descend(before + Marked.plain(component), behind);
            return;
        }
        ShellPattern pattern = new ShellPattern(component);
        boolean hidden = (component.charAt(0) & 0xff) == '.';
        for (String name : names(before)) {
            if (name.startsWith(".") == hidden && pattern.matches(name)) {
                descend(before + name, behind);
            }
        }
    }

    private void descend(String path, String behind) {
        if (!behind.isEmpty()) {
            expand(path, behind);
        } else if (exists(path)) {
            found.add(path);
        }
    }

    private boolean exists(String path) {
        return path.isEmpty() || shell.machine.disk().exists(ByteText.unicode(shell.absolute(path)));
    }

    private List<String> names(String folder) {
        try {
            String path = ByteText.unicode(folder.isEmpty() ? shell.folder : shell.absolute(folder));
            return shell.machine.disk().list(path).stream().map(ByteText::bytes).toList();
        } catch (Errno none) {
            return List.of();
        }
    }
}
