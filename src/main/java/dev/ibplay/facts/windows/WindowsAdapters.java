package dev.ibplay.facts.windows;

import dev.ibplay.facts.Fact;
import dev.ibplay.facts.InterfaceAddress;
import dev.ibplay.facts.WindowsAdapterObserved;
import dev.ibplay.facts.WindowsAdapterObserved.DriverMtu;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The network connections of a host, and which of them are IPoIB. */
final class WindowsAdapters {
    /** {@code Mellanox ConnectX-3 IPoIB Adapter #2}, {@code OpenFabrics IPoIB Adapter}. */
    private static final Pattern IPOIB = Pattern.compile(".*IPoIB.*", Pattern.CASE_INSENSITIVE);

    /** NdisPhysicalMediumInfiniband (ntddndis.h); not all drivers for InfiniBand say so. */
    private static final int INFINIBAND = 11;

    /** NetConnectionStatus of Win32_NetworkAdapter. */
    private static final int CONNECTED = 2;

    private static final Pattern IPV4 = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}");
    private static final Pattern ADDRESS = Pattern.compile("[0-9a-fA-F.:]+");
    private static final Pattern PREFIX = Pattern.compile("\\d{1,3}");

    private final FactLines told;
    private final InterfaceMtus mtus;

    WindowsAdapters(FactLines told, InterfaceMtus mtus) {
        this.told = told;
        this.mtus = mtus;
    }

    Fact<List<WindowsAdapterObserved>> all() {
        return told.of("adapters", "adapter")
                .map(lines ->
                        lines.stream().flatMap(line -> adapter(line).stream()).toList());
    }

    private Optional<WindowsAdapterObserved> adapter(FactLine line) {
        return line.count("index")
                .flatMap(index -> line.text("name")
                        .map(name -> new WindowsAdapterObserved(
                                index,
                                name,
                                line.text("description").orElse(""),
                                isIpoib(index, line.text("description").orElse("")),
                                line.count("status").equals(Optional.of(CONNECTED)),
                                mtus.mtu(index, name),
                                mtus.kept(index, name),
                                driver(line),
                                addresses(index))));
    }

    private boolean isIpoib(int index, String description) {
        return IPOIB.matcher(description).matches()
                || Stream.of("medium", "oldmedium")
                        .flatMap(part -> told.of(part, "medium").ifKnown().orElse(List.of()).stream())
                        .filter(line -> line.count("index").equals(Optional.of(index))
                                || line.text("description").equals(Optional.of(description)))
                        .anyMatch(line -> line.count("physical").equals(Optional.of(INFINIBAND)));
    }

    private static Optional<DriverMtu> driver(FactLine line) {
        return line.text("key")
                .flatMap(key -> driver(line, key, "payload", "PayloadMtu")
                        .or(() -> driver(line, key, "jumbo", "*JumboPacket")));
    }

    private static Optional<DriverMtu> driver(FactLine line, String key, String word, String keyword) {
        return line.text(word)
                .map(value -> new DriverMtu(
                        key,
                        keyword,
                        line.count(word)
                                .map(Fact::known)
                                .orElseGet(() -> Fact.unreadable("%s is %s".formatted(keyword, value)))));
    }

    private Fact<List<InterfaceAddress>> addresses(int index) {
        return told.of("addresses", "address")
                .map(lines -> lines.stream()
                        .filter(line -> line.count("index").equals(Optional.of(index)))
                        .flatMap(line -> address(line).stream())
                        .toList());
    }

    /** IPv4's mask is one, IPv6's is the length of the prefix. */
    private static Optional<InterfaceAddress> address(FactLine line) {
        Optional<Integer> prefix = line.text("mask").flatMap(WindowsAdapters::prefix);
        return line.text("address")
                .map(text -> text.replaceFirst("%.*", ""))
                .filter(text -> ADDRESS.matcher(text).matches() && !text.equals("0.0.0.0"))
                .flatMap(text -> prefix.map(length -> new InterfaceAddress(text, length)));
    }

    private static Optional<Integer> prefix(String mask) {
        if (PREFIX.matcher(mask).matches()) {
            return Optional.of(Integer.parseInt(mask)).filter(length -> length <= 128);
        }
        return IPV4.matcher(mask).matches()
                ? Optional.of(Arrays.stream(mask.split("\\.", -1))
                        .mapToInt(part -> Integer.bitCount(Integer.parseInt(part)))
                        .sum())
                : Optional.empty();
    }

    /** The P_Key that a driver is told to use, where it can be told one (WinOF-2). */
    Optional<Integer> pkey(int index) {
        return told.of("adapters", "adapter").ifKnown().orElse(List.of()).stream()
                .filter(line -> line.count("index").equals(Optional.of(index)))
                .findFirst()
                .flatMap(line -> line.text("pkey"))
                .flatMap(WindowsAdapters::number);
    }

    private static Optional<Integer> number(String text) {
        return text.matches("0[xX][0-9a-fA-F]{1,4}|\\d{1,5}")
                ? Optional.of(Integer.decode(decimal(text)))
                : Optional.empty();
    }

    /** A leading zero would make it octal. */
    private static String decimal(String text) {
        return text.matches("0+\\d+") ? text.replaceFirst("^0+(?=\\d)", "") : text;
    }
}
