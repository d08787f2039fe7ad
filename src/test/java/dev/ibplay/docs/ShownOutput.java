package dev.ibplay.docs;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Whether output is as a page shows it. A line of three dots stands for any lines, three dots within a line for any
 * text. What is another one each time counts as equal: names of runs, times, durations, processes, ports, checksums.
 */
final class ShownOutput {
    private static final String LEFT_OUT = "...";

    private ShownOutput() {}

    /** @param home the home folder of the reader, which pages call /home/you */
    static boolean matches(List<String> shown, List<String> came, String home) {
        String text = came.stream()
                .map(line -> steady(line.replace(home, "/home/you")) + "\n")
                .collect(Collectors.joining());
        String pattern = shown.stream().map(ShownOutput::pattern).collect(Collectors.joining());
        return Pattern.compile(pattern).matcher(text).matches();
    }

    private static String pattern(String line) {
        if (line.strip().equals(LEFT_OUT)) {
            return "(?:[^\n]*\n)*?";
        }
        String[] parts = steady(line).split(Pattern.quote(LEFT_OUT), -1);
        return List.of(parts).stream().map(Pattern::quote).collect(Collectors.joining("[^\n]*")) + "\n";
    }

    /** The line without what differs each time; several blanks within it are one, as widths of columns follow. */
    private static String steady(String line) {
        return line.stripTrailing()
                .replaceAll("\\d{8}T\\d{6}-[0-9a-f]{4}", "RUN")
                .replaceAll("\\d{4}-\\d\\d-\\d\\d[ T]\\d\\d:\\d\\d(:\\d\\d)?(\\.\\d+)?", "TIME")
                .replaceAll("\\b\\d+(\\.\\d+)? s\\b", "N s")
                .replaceAll("process \\d+", "process N")
                .replaceAll("127\\.0\\.0\\.1:\\d+", "127.0.0.1:N")
                .replaceAll("sha256 [0-9a-f]{12,64}", "sha256 N")
                .replaceAll("(?<=\\S) {2,}", " ");
    }
}
