package dev.ibplay.facts.tools;

import dev.ibplay.facts.Fact;
import dev.ibplay.facts.tools.PortStateText.Moment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads {@code ibportstate}: one block for a query, more when it made a change or asked the port's peer. */
public final class IbportstateParser {
    private static final Pattern HEAD =
            Pattern.compile("(Initial )?(?:(CA/RT|Switch|Peer) )?PortInfo:|After PortInfo set:");
    private static final Pattern OTHER_ATTRIBUTE = Pattern.compile("# MLNX ext .*|After MLNXExtendedPortInfo set:");

    private IbportstateParser() {}

    /** The blocks in their order; at least one. A block whose port did not answer is left out. */
    public static Fact<List<PortStateText>> parse(ToolOutput output) {
        List<PortStateText> found = new ArrayList<>();
        List<String> lines = output.lines().stream().map(String::strip).toList();
        for (int i = 0; i < lines.size(); i++) {
            Matcher head = HEAD.matcher(lines.get(i));
            if (head.matches()) {
                block(head, body(lines.subList(i + 1, lines.size()))).ifPresent(found::add);
            }
        }
        Optional<String> failure = ToolFailure.because(output);
        if (failure.isPresent()) {
            return Fact.unreadable(failure.get());
        }
        return found.isEmpty() ? Fact.unreadable("this is not the output of ibportstate") : Fact.known(found);
    }

    /** Up to the next block, without Mellanox's own attribute, which has the same keys with other values. */
    private static List<String> body(List<String> lines) {
        return lines.stream()
                .takeWhile(line -> !HEAD.matcher(line).matches()
                        && !OTHER_ATTRIBUTE.matcher(line).matches())
                .toList();
    }

    private static Optional<PortStateText> block(Matcher head, List<String> body) {
        String node = Optional.ofNullable(head.group(2))
                .filter(word -> !word.equals("Peer"))
                .orElse("");
        Moment moment = head.group().startsWith("After")
                ? Moment.AFTER
                : head.group().startsWith("Peer") ? Moment.PEER : head.group(1) == null ? Moment.NOW : Moment.BEFORE;
        return SmpqueryParser.portInfo(DottedFields.read(body)).map(port -> new PortStateText(moment, node, port));
    }
}
