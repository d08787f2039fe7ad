package dev.ibplay.facts.tools;

import dev.ibplay.facts.Fact;
import dev.ibplay.ib.Lid;
import dev.ibplay.ib.PKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Reads {@code smShowGroups} of the subnet manager in QLogic's switches: MTU and rate are bare codes. */
public final class SmShowGroupsParser {
    private static final Pattern GROUP = Pattern.compile(
            "0x([0-9a-fA-F]{16}):([0-9a-fA-F]{16}) \\(([0-9a-fA-F]{1,4})\\)\\s+qKey = (0x[0-9a-fA-F]{1,8})\\s+"
                    + "pKey = (0x[0-9a-fA-F]{1,4})\\s+mtu = (\\d+)\\s+rate = (\\d+)\\s+life = \\d+\\s+sl = (\\d+)\\s*");

    private SmShowGroupsParser() {}

    public static Fact<List<McMemberText>> groups(ToolOutput output) {
        String text = output.lines().stream().filter(line -> !line.isBlank()).collect(Collectors.joining("\n"));
        Matcher matcher = GROUP.matcher(text);
        List<McMemberText> found = new ArrayList<>();
        int end = 0;
        while (matcher.find() && matcher.start() == end) {
            group(matcher).ifPresent(found::add);
            end = matcher.end();
        }
        return end == text.length() && !found.isEmpty()
                ? Fact.known(List.copyOf(found))
                : Fact.unreadable("this is not the output of smShowGroups");
    }

    private static Optional<McMemberText> group(Matcher matcher) {
        return GidText.ofDigits(matcher.group(1) + matcher.group(2))
                .map(mgid -> new McMemberText(
                        mgid,
                        new Lid(Integer.parseInt(matcher.group(3), 16)),
                        NumberText.parse(matcher.group(6), 0x3f),
                        NumberText.parse(matcher.group(7), 0x3f),
                        PKey.parse(matcher.group(5)),
                        NumberText.parse(matcher.group(8), 0xf),
                        NumberText.parse(matcher.group(4)),
                        Optional.empty()));
    }
}
