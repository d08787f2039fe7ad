package dev.ibplay.facts.saved;

import dev.ibplay.exec.CommandEnd;
import dev.ibplay.fabric.Topology;
import dev.ibplay.fabric.TopologyReader;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.tools.AdaptersText;
import dev.ibplay.facts.tools.IblinkinfoParser;
import dev.ibplay.facts.tools.IbportstateParser;
import dev.ibplay.facts.tools.IbstatParser;
import dev.ibplay.facts.tools.IbstatusParser;
import dev.ibplay.facts.tools.IbvDevinfoParser;
import dev.ibplay.facts.tools.PartManParser;
import dev.ibplay.facts.tools.SaqueryParser;
import dev.ibplay.facts.tools.SmShowGroupsParser;
import dev.ibplay.facts.tools.SminfoParser;
import dev.ibplay.facts.tools.SmpqueryParser;
import dev.ibplay.facts.tools.ToolFailure;
import dev.ibplay.facts.tools.ToolOutput;
import dev.ibplay.facts.tools.VstatParser;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What one excerpt says.
 *
 * @param said unreadable where nothing of it could be read
 * @param incomplete why there may be more than what was read
 */
public record Reading(Excerpt excerpt, Fact<Said> said, Optional<String> incomplete) {

    /** Reads an excerpt; never fails. Errors in it take nothing away from the values that are there, but say so. */
    public static Reading of(Excerpt excerpt) {
        List<String> talk = excerpt.lines().stream().filter(ToolFailure::isTalk).toList();
        List<String> data = excerpt.lines().stream()
                .filter(line -> !ToolFailure.isTalk(line))
                .toList();
        Fact<Said> all = said(excerpt.tool(), output(data, talk));
        if (all instanceof Fact.Unreadable<Said> unreadable && !talk.isEmpty()) {
            Fact<Said> values = said(excerpt.tool(), output(data, List.of()));
            return values.ifKnown().filter(Reading::saysSomething).isPresent()
                    ? new Reading(excerpt, values, Optional.of(unreadable.because()))
                    : new Reading(excerpt, all, Optional.empty());
        }
        return new Reading(excerpt, all, all.ifKnown().flatMap(Reading::incomplete));
    }

    private static ToolOutput output(List<String> data, List<String> talk) {
        return new ToolOutput(ended(data), ended(talk), new CommandEnd.Exited(0));
    }

    private static String ended(List<String> lines) {
        return lines.isEmpty() ? "" : String.join("\n", lines) + "\n";
    }

    private static Fact<Said> said(Tool tool, ToolOutput output) {
        return switch (tool) {
            case IBV_DEVINFO -> adapters(IbvDevinfoParser.parse(output));
            case IBSTAT -> adapters(IbstatParser.parse(output));
            case IBSTATUS -> adapters(IbstatusParser.parse(output));
            case VSTAT -> adapters(VstatParser.parse(output));
            case SMINFO -> SminfoParser.parseAll(output).map(Said.SubnetManagers::new);
            case SMPQUERY -> smpquery(output);
            case SAQUERY -> saquery(output);
            case IBPORTSTATE -> IbportstateParser.parse(output).map(Said.PortStates::new);
            case IBLINKINFO -> IblinkinfoParser.parse(output).map(Said.Links::new);
            case PART_MAN -> PartManParser.parse(output).map(Said.WindowsPartitions::new);
            case IBNETDISCOVER -> topology(output);
            case SM_SHOW_GROUPS ->
                SmShowGroupsParser.groups(onlyLines(output, line -> line.matches("0x[0-9a-fA-F]{16}:.*|qKey = .*")))
                        .map(Said.Groups::new);
        };
    }

    private static Fact<Said> topology(ToolOutput output) {
        Topology topology = TopologyReader.read(output.stdout());
        return topology.nodes().isEmpty()
                ? Fact.unreadable(topology.errors().stream()
                        .map(Topology.Mistake::toString)
                        .findFirst()
                        .orElse("it names no node"))
                : Fact.known(new Said.Fabric(topology));
    }

    private static Fact<Said> adapters(Fact<AdaptersText> adapters) {
        return adapters.map(Said.Adapters::new);
    }

    private static Fact<Said> smpquery(ToolOutput output) {
        if (has(output, "(?:BaseVers|NodeType|PartCap):\\.{2,}.*")) {
            return SmpqueryParser.nodeInfo(output).map(Said.Node::new);
        }
        if (has(output, "\\d+:(?:\\s+0x[0-9a-fA-F]{4})+|\\d+ pkeys capacity for this port")) {
            return SmpqueryParser.pKeys(output).map(Said.PKeyTable::new);
        }
        return has(output, "Node Description:\\.+.*")
                ? SmpqueryParser.nodeDescription(output).map(Said.NodeDescription::new)
                : SmpqueryParser.portInfo(output).map(Said.Port::new);
    }

    private static Fact<Said> saquery(ToolOutput output) {
        ToolOutput records = onlyLines(output, SaqueryParser::isPart);
        if (records.stdout().isEmpty() && output.stderr().isEmpty()) {
            return Fact.unreadable("this is not the output of saquery");
        }
        if (has(records, "IsSM(?:disabled)? ports")) {
            return SaqueryParser.subnetManagerPorts(records).map(Said.SubnetManagerPorts::new);
        }
        return has(records, "SMInfoRecord dump:")
                ? SaqueryParser.subnetManagers(records).map(Said.SubnetManagers::new)
                : SaqueryParser.groups(records).map(Said.Groups::new);
    }

    private static boolean has(ToolOutput output, String line) {
        return output.lines().stream().anyMatch(text -> text.strip().matches(line));
    }

    private static ToolOutput onlyLines(ToolOutput output, java.util.function.Predicate<String> wanted) {
        Stream<String> lines = output.lines().stream().map(String::strip).filter(wanted);
        return new ToolOutput(ended(lines.toList()), output.stderr(), output.end());
    }

    private static Optional<String> incomplete(Said said) {
        return switch (said) {
            case Said.Adapters adapters -> adapters.adapters().incomplete();
            case Said.Fabric fabric ->
                fabric.topology().errors().stream()
                        .map(Topology.Mistake::toString)
                        .findFirst();
            default -> Optional.empty();
        };
    }

    /** Whether there is at least one value; an empty list with an error behind it is no answer. */
    private static boolean saysSomething(Said said) {
        return switch (said) {
            case Said.Adapters adapters -> !adapters.adapters().adapters().isEmpty();
            case Said.SubnetManagers managers -> !managers.managers().isEmpty();
            case Said.Groups groups -> !groups.groups().isEmpty();
            case Said.SubnetManagerPorts ports -> !ports.ports().isEmpty();
            case Said.PortStates states -> !states.blocks().isEmpty();
            case Said.Links links -> !links.links().isEmpty();
            case Said.Port ignored -> true;
            case Said.Node ignored -> true;
            case Said.NodeDescription ignored -> true;
            case Said.PKeyTable ignored -> true;
            case Said.Fabric ignored -> true;
            case Said.WindowsPartitions ignored -> true;
        };
    }
}
