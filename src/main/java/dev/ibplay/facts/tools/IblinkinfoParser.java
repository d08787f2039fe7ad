package dev.ibplay.facts.tools;

import dev.ibplay.facts.Fact;
import dev.ibplay.facts.tools.LinkText.End;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.ib.PortPhysicalState;
import dev.ibplay.ib.PortState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads {@code iblinkinfo}, with or without {@code -l}, also where the lines with the nodes' names were filtered away. */
public final class IblinkinfoParser {
    /** The name may end with a colon of its own; the last one is the tool's. */
    private static final Pattern NODE =
            Pattern.compile("\\s*(?:Switch:? (0x[0-9a-fA-F]{1,16}) (.*?)|(?:CA|Router|\\?\\?): (.*?)):?\\s*");

    private static final Pattern LINE = Pattern.compile("\\s*(?:(?<guid>0x[0-9a-fA-F]{1,16}) +)?"
            + "(?:\" *(?<name>[^\"]*)\" +)?(?<lid>\\d{1,5}) +(?<port>\\d{1,3})\\[ *\\d* *\\] ==\\((?<link>[^=]*)\\)==> +"
            + "(?<peer>.*?)\\s*");

    /** Width and speed are left away on a port that is down, except by the script of before 2010. */
    private static final Pattern LINK = Pattern.compile("\\s*(?:(?<width>\\d{1,2}X)\\s+(?<speed>\\S.*?)\\s+)?"
            + "(?<state>Down|Initialize|Armed|Active|\\?+)/ *(?<physical>[A-Za-z?]+)\\s*(?:\\) \\(HOQ:.*)?");

    private static final Pattern PEER = Pattern.compile("(?:(?<guid>0x[0-9a-fA-F]{1,16}) +)?(?<lid>\\d{1,5}) +"
            + "(?<port>\\d{1,3})\\[ *\\d* *\\] \"(?<name>.*)\" \\((?<remarks>.*)\\)");
    private static final Pattern NOBODY = Pattern.compile("\\[ *\\] \"\" \\(.*\\)|\"Port not available\"");
    private static final Pattern COULD_BE = Pattern.compile("Could be (\\d{1,2}X|[\\d.]+ Gbps(?: \\(FDR10\\))?)");

    private IblinkinfoParser() {}

    /** The ports in their order; lines that are cut are left out. */
    public static Fact<List<LinkText>> parse(ToolOutput output) {
        List<LinkText> links = new ArrayList<>();
        boolean nodes = false;
        String name = "";
        Optional<PortGuid> guid = Optional.empty();
        for (String line : output.lines()) {
            Matcher node = NODE.matcher(line);
            if (node.matches()) {
                nodes = true;
                name = Optional.ofNullable(node.group(2)).orElse(node.group(3));
                guid = Optional.ofNullable(node.group(1)).flatMap(PortGuid::parse);
            } else {
                link(line, name, guid).ifPresent(links::add);
            }
        }
        Optional<String> failure = ToolFailure.because(output);
        if (failure.isPresent()) {
            return Fact.unreadable(failure.get());
        }
        return links.isEmpty() && !nodes
                ? Fact.unreadable("this is not the output of iblinkinfo")
                : Fact.known(List.copyOf(links));
    }

    private static Optional<LinkText> link(String text, String node, Optional<PortGuid> nodeGuid) {
        Matcher line = LINE.matcher(text);
        if (!line.matches()) {
            return Optional.empty();
        }
        Matcher link = LINK.matcher(line.group("link"));
        Matcher peer = PEER.matcher(line.group("peer"));
        boolean hasPeer = peer.matches();
        if (!link.matches() || !(hasPeer || NOBODY.matcher(line.group("peer")).matches())) {
            return Optional.empty();
        }
        Optional<PortState> state = PortWords.state(link.group("state"));
        Optional<PortPhysicalState> physical = PortWords.physicalState(link.group("physical"));
        if (state.isEmpty() || physical.isEmpty()) {
            return Optional.empty();
        }
        // What a port prints besides its states while it is down means nothing (IBA vol. 1, C14-24.2.1).
        boolean isUp = state.get() != PortState.DOWN;
        Optional<PortGuid> guid = Optional.ofNullable(line.group("guid")).flatMap(PortGuid::parse);
        List<String> better = hasPeer
                ? COULD_BE.matcher(peer.group("remarks"))
                        .results()
                        .map(found -> found.group(1))
                        .toList()
                : List.of();
        return Optional.of(new LinkText(
                new End(
                        Optional.ofNullable(line.group("name")).orElse(node),
                        guid.or(() -> nodeGuid),
                        Integer.parseInt(line.group("lid")),
                        Integer.parseInt(line.group("port"))),
                state.get(),
                physical.get(),
                Optional.ofNullable(link.group("width")).filter(width -> isUp),
                Optional.ofNullable(link.group("speed")).filter(speed -> isUp),
                hasPeer ? Optional.of(end(peer)) : Optional.empty(),
                better.stream().filter(word -> word.endsWith("X")).findFirst(),
                better.stream().filter(word -> word.contains("Gbps")).findFirst()));
    }

    private static End end(Matcher peer) {
        return new End(
                peer.group("name"),
                Optional.ofNullable(peer.group("guid")).flatMap(PortGuid::parse),
                Integer.parseInt(peer.group("lid")),
                Integer.parseInt(peer.group("port")));
    }
}
