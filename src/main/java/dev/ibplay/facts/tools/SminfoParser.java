package dev.ibplay.facts.tools;

import dev.ibplay.facts.Fact;
import dev.ibplay.ib.Lid;
import dev.ibplay.ib.PortGuid;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads {@code sminfo}. */
public final class SminfoParser {
    /** Since 2007 always with the state; blanks may have become line breaks on the way. */
    private static final Pattern ANSWER = Pattern.compile("sm lid (0x[0-9a-fA-F]+|\\d+) sm guid (0x[0-9a-fA-F]+),?"
            + " activity count (\\d+) priority (\\d+)(?: state (\\d+) (SMINFO_\\w+))?");

    private SminfoParser() {}

    /** The one answer of one call. */
    public static Fact<SmInfoText> parse(ToolOutput output) {
        return parseAll(output)
                .flatMap(all -> all.size() == 1
                        ? Fact.known(all.getFirst())
                        : Fact.unreadable("%d answers where one was expected".formatted(all.size())));
    }

    /** The answers of several calls whose output was put together; at least one. */
    public static Fact<List<SmInfoText>> parseAll(ToolOutput output) {
        Optional<String> failure = ToolFailure.because(output);
        if (failure.isPresent()) {
            return Fact.unreadable(failure.get());
        }
        String text = String.join(" ", output.lines()).replaceAll("\\s+", " ");
        List<SmInfoText> found = new ArrayList<>();
        Matcher matcher = ANSWER.matcher(text);
        while (matcher.find()) {
            Optional<SmInfoText> one = one(matcher);
            if (one.isEmpty()) {
                return Fact.unreadable("values out of range in: " + matcher.group());
            }
            found.add(one.get());
        }
        return found.isEmpty() ? Fact.unreadable("this is not the output of sminfo") : Fact.known(List.copyOf(found));
    }

    private static Optional<SmInfoText> one(Matcher matcher) {
        Optional<Lid> lid = NumberText.lid(matcher.group(1));
        Optional<PortGuid> guid = PortGuid.parse(matcher.group(2));
        Optional<Long> count = NumberText.parse(matcher.group(3));
        Optional<Integer> priority = NumberText.parse(matcher.group(4), SmInfoText.HIGHEST_PRIORITY);
        Optional<Integer> state =
                Optional.ofNullable(matcher.group(5)).flatMap(s -> NumberText.parse(s, SmInfoText.HIGHEST_STATE));
        boolean complete = lid.isPresent() && guid.isPresent() && count.isPresent() && priority.isPresent();
        if (!complete || (matcher.group(5) != null && state.isEmpty())) {
            return Optional.empty();
        }
        return Optional.of(new SmInfoText(lid.get(), guid.get(), count.get(), priority.get(), state));
    }
}
