package dev.ibplay.facts.esxi;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The lists that esxcli prints as tables. Lines whose columns are lost are read by what their values look like. */
final class EsxcliText {
    private static final String PCI = "[0-9a-fA-F]{3,4}:[0-9a-fA-F]{2,3}:[0-9a-fA-F]{2}\\.[0-9a-fA-F]+";
    static final String MAC = "(?:[0-9a-fA-F]{2}:){5,19}[0-9a-fA-F]{2}";
    static final String IPV4 = "\\d{1,3}(?:\\.\\d{1,3}){3}";

    /** Name, PCI device, driver, a state or two, speed, duplex, MAC address, MTU, description; esxcfg-nics has them, too. */
    private static final Pattern NIC = Pattern.compile("\\s*(\\S+)\\s+(?:" + PCI
            + "|N/A|Pseudo)\\s+(\\S+)\\s+(?:(?:Up|Down)\\s+)?(Up|Down)\\s+\\d+\\s*(?:Mbps)?\\s+\\S+\\s+(" + MAC
            + ")\\s+(\\d+)(?:\\s+(.*))?");

    private static final Pattern IPV4_ROW = Pattern.compile("\\s*(\\S+)\\s+(" + IPV4 + ")\\s+(" + IPV4 + ")(?:\\s.*)?");
    private static final Pattern IPV6_ROW =
            Pattern.compile("\\s*(\\S+)\\s+([0-9a-fA-F]*:[0-9a-fA-F:.]+)\\s+(\\d{1,3})(?:\\s.*)?");
    private static final Pattern MODULE_ROW = Pattern.compile("\\s*(\\S+)\\s+(true|false)\\s+(true|false)\\s*");

    private static final Pattern PARAMETER_NAME = Pattern.compile("[A-Za-z_]\\w*");
    private static final String TYPE =
            "(?:array of )?(?:u?(?:int|short|long|byte|char)(?:\\d{1,2})?(?:_t)?|u?llong|inv_?bool|bool|charp?|string)";
    private static final Pattern PARAMETER_ROW =
            Pattern.compile("\\s*(\\w+)\\s+(" + TYPE + ")(?:\\s+(-?\\w+(?:,-?\\w*)*))?(?:\\s+.*)?");
    private static final Pattern NUMBERS =
            Pattern.compile("-?(?:0[xX][0-9a-fA-F]+|\\d+)(?:,-?(?:0[xX][0-9a-fA-F]+|\\d+))*,?");

    private EsxcliText() {}

    /** {@code esxcli network nic list} and {@code esxcfg-nics -l}. */
    static List<EsxcliRow> nics(List<String> lines) {
        return rows(
                lines,
                row -> row.keys().contains("macaddress"),
                line -> match(
                        NIC,
                        line,
                        row -> EsxcliRow.of(
                                "Name",
                                row.group(1),
                                "Driver",
                                row.group(2),
                                "Link Status",
                                row.group(3),
                                "MAC Address",
                                row.group(4),
                                "MTU",
                                row.group(5),
                                "Description",
                                Optional.ofNullable(row.group(6)).orElse(""))));
    }

    /** {@code esxcli network ip interface ipv4 get}. */
    static List<EsxcliRow> ipv4(List<String> lines) {
        return rows(
                lines,
                row -> row.keys().contains("ipv4address"),
                line -> match(
                        IPV4_ROW,
                        line,
                        row -> EsxcliRow.of(
                                "Name", row.group(1), "IPv4 Address", row.group(2), "IPv4 Netmask", row.group(3))));
    }

    /** {@code esxcli network ip interface ipv6 address list}. */
    static List<EsxcliRow> ipv6(List<String> lines) {
        return rows(
                lines,
                row -> row.keys().contains("address"),
                line -> match(
                        IPV6_ROW,
                        line,
                        row -> EsxcliRow.of(
                                "Interface", row.group(1), "Address", row.group(2), "Netmask", row.group(3))));
    }

    /** {@code esxcli system module list}. */
    static List<EsxcliRow> modules(List<String> lines) {
        return rows(
                lines,
                row -> row.keys().contains("isloaded"),
                line -> match(
                        MODULE_ROW,
                        line,
                        row -> EsxcliRow.of(
                                "Name", row.group(1), "Is Loaded", row.group(2), "Is Enabled", row.group(3))));
    }

    /**
     * {@code esxcli system module parameters list}. A description goes on over further lines, which have no type. Where the
     * columns are lost, a word behind a type of numbers is a value only if it is a number, and one behind another type is
     * not told from the description's first.
     */
    static List<EsxcliRow> parameters(List<String> lines) {
        return rows(
                lines,
                EsxcliText::isParameter,
                line -> match(PARAMETER_ROW, line, row -> {
                    EsxcliRow parameter = EsxcliRow.of("Name", row.group(1), "Type", row.group(2));
                    String value = Optional.ofNullable(row.group(3)).orElse("");
                    boolean ofNumbers = !row.group(2).matches(".*(?:bool|charp?|string)");
                    if (ofNumbers && NUMBERS.matcher(value).matches()) {
                        parameter.put("Value", value);
                    } else if (ofNumbers) {
                        parameter.put("Value", "");
                    }
                    return parameter;
                }));
    }

    private static boolean isParameter(EsxcliRow row) {
        return PARAMETER_NAME.matcher(row.name()).matches()
                && row.text("Type").filter(type -> type.matches(TYPE)).isPresent();
    }

    /** Lines in the columns of a table, else such as look like an entry. */
    private static List<EsxcliRow> rows(
            List<String> lines, Function<EsxcliRow, Boolean> isEntry, Function<String, Optional<EsxcliRow>> alone) {
        Optional<EsxcliTable> table = EsxcliTable.in(lines);
        List<EsxcliRow> rows = new ArrayList<>();
        for (String line : table.map(EsxcliTable::body).orElse(lines)) {
            table.flatMap(columns -> columns.row(line))
                    .filter(row -> row.filled() > 1 && isEntry.apply(row) && isWord(row))
                    .or(() -> alone.apply(line))
                    .ifPresent(rows::add);
        }
        return List.copyOf(rows);
    }

    /** The names of what is listed here have no blanks; what has some is the next line of a description. */
    private static boolean isWord(EsxcliRow row) {
        return row.text("Name")
                .or(() -> row.text("Interface"))
                .filter(name -> name.matches("\\S+"))
                .isPresent();
    }

    private static Optional<EsxcliRow> match(Pattern pattern, String line, Function<Matcher, EsxcliRow> row) {
        Matcher matcher = pattern.matcher(line);
        return matcher.matches() ? Optional.of(row.apply(matcher)) : Optional.empty();
    }
}
