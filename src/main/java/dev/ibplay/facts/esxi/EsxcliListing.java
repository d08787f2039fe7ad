package dev.ibplay.facts.esxi;

import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.RunCommand;
import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.tools.ToolOutput;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Something that esxcli lists, and the ways to ask for it: as csv, which all releases have; as text; and by the program that
 * was there before esxcli.
 *
 * @param words of esxcli's command, without the program
 * @param columns that csv must have, or it is something else
 * @param mayBeEmpty whether a host may have none, so that an answer without anything is one
 * @param text reads esxcli's text
 * @param legacy the other program, where there is one
 */
record EsxcliListing(
        List<String> words,
        Set<String> columns,
        boolean mayBeEmpty,
        Function<List<String>, List<EsxcliRow>> text,
        Optional<Legacy> legacy) {
    /** A program of the host that lists the same, and what reads its output. */
    record Legacy(List<String> command, Function<List<String>, List<EsxcliRow>> text) {}

    /** Old releases take up to two seconds to start esxcli at all. */
    private static final Duration LIMIT = Duration.ofSeconds(15);

    private static final String NAME = "Name";
    private static final List<String> VSWITCHES = List.of("esxcfg-vswitch", "-l");
    private static final List<String> VMKNICS = List.of("esxcfg-vmknic", "-l");

    static final EsxcliListing SWITCHES = new EsxcliListing(
            List.of("network", "vswitch", "standard", "list"),
            Set.of(NAME, "MTU"),
            true,
            lines -> EsxcliBlocks.parse(lines, NAME),
            Optional.of(new Legacy(VSWITCHES, lines -> EsxcfgText.switches(lines, false))));

    static final EsxcliListing DISTRIBUTED = new EsxcliListing(
            List.of("network", "vswitch", "dvs", "vmware", "list"),
            Set.of(NAME, "MTU"),
            true,
            lines -> EsxcliBlocks.parse(lines, NAME),
            Optional.of(new Legacy(VSWITCHES, lines -> EsxcfgText.switches(lines, true))));

    static final EsxcliListing VMKERNELS = new EsxcliListing(
            List.of("network", "ip", "interface", "list"),
            Set.of(NAME, "MTU"),
            false,
            lines -> EsxcliBlocks.parse(lines, NAME),
            Optional.of(new Legacy(VMKNICS, EsxcfgText::vmkernels)));

    static final EsxcliListing IPV4 = new EsxcliListing(
            List.of("network", "ip", "interface", "ipv4", "get"),
            Set.of(NAME, "IPv4Address"),
            false,
            EsxcliText::ipv4,
            Optional.of(new Legacy(VMKNICS, lines -> EsxcfgText.addresses(lines, false))));

    static final EsxcliListing IPV6 = new EsxcliListing(
            List.of("network", "ip", "interface", "ipv6", "address", "list"),
            Set.of("Interface", "Address"),
            true,
            EsxcliText::ipv6,
            Optional.of(new Legacy(VMKNICS, lines -> EsxcfgText.addresses(lines, true))));

    static final EsxcliListing NICS = new EsxcliListing(
            List.of("network", "nic", "list"),
            Set.of(NAME, "Driver"),
            true,
            EsxcliText::nics,
            Optional.of(new Legacy(List.of("esxcfg-nics", "-l"), EsxcliText::nics)));

    static final EsxcliListing MODULES = new EsxcliListing(
            List.of("system", "module", "list"),
            Set.of(NAME, "IsLoaded"),
            false,
            EsxcliText::modules,
            Optional.empty());

    /** A module's parameters. */
    static EsxcliListing parameters(String module) {
        return new EsxcliListing(
                List.of("system", "module", "parameters", "list", "-m", module),
                Set.of(NAME, "Type"),
                true,
                EsxcliText::parameters,
                Optional.empty());
    }

    /** Asks for csv. */
    Operation csv() {
        return esxcli("--formatter=csv");
    }

    /** Asks for text, and the other program. */
    List<Operation> fallbacks() {
        List<Operation> operations = new ArrayList<>();
        operations.add(esxcli());
        legacy.ifPresent(other -> operations.add(command(other.command())));
        return List.copyOf(operations);
    }

    private Operation esxcli(String... options) {
        return command(Stream.of(Stream.of("esxcli"), Stream.of(options), words.stream())
                .flatMap(part -> part)
                .toList());
    }

    private static Operation command(List<String> words) {
        return RunCommand.of(LIMIT, words.toArray(String[]::new));
    }

    /** What the answer to {@link #csv} means; absent where there is no esxcli. */
    Fact<List<EsxcliRow>> ofCsv(Outcome outcome) {
        return EsxiAnswer.of(outcome).flatMap(output -> {
            if (output.stdout().isBlank() && mayBeEmpty) {
                return Fact.known(List.of());
            }
            return EsxcliCsv.parse(output.stdout(), columns)
                    .filter(rows -> mayBeEmpty || !rows.isEmpty())
                    .map(Fact::known)
                    .orElseGet(() -> Fact.unreadable("esxcli did not list them as csv"));
        });
    }

    /** What the answers to {@link #fallbacks} mean: the first that can be read. */
    Fact<List<EsxcliRow>> ofFallbacks(List<Outcome> outcomes) {
        Fact<List<EsxcliRow>> first = ofText(outcomes.getFirst(), text);
        if (first instanceof Fact.Known<List<EsxcliRow>> || legacy.isEmpty()) {
            return said(first);
        }
        Fact<List<EsxcliRow>> other = ofText(outcomes.get(1), legacy.get().text());
        return other instanceof Fact.Known<List<EsxcliRow>> || first instanceof Fact.Absent<List<EsxcliRow>>
                ? said(other)
                : first;
    }

    private static Fact<List<EsxcliRow>> said(Fact<List<EsxcliRow>> fact) {
        return fact instanceof Fact.Absent<List<EsxcliRow>> ? Fact.unreadable("there is no esxcli") : fact;
    }

    private Fact<List<EsxcliRow>> ofText(Outcome outcome, Function<List<String>, List<EsxcliRow>> reader) {
        return EsxiAnswer.of(outcome).flatMap(output -> {
            List<EsxcliRow> rows = reader.apply(EsxiAnswer.lines(output));
            return rows.isEmpty() && !(mayBeEmpty && isEmpty(output))
                    ? Fact.unreadable("its text is not understood")
                    : Fact.known(rows);
        });
    }

    /** Nothing at all, a table's header alone, or vSwitches of the other kind. */
    private static boolean isEmpty(ToolOutput output) {
        return output.stdout().isBlank()
                || EsxcfgText.isListing(EsxiAnswer.lines(output))
                || EsxcliTable.in(EsxiAnswer.lines(output))
                        .filter(table -> table.body().stream().allMatch(String::isBlank))
                        .isPresent();
    }
}
