package dev.ibplay.facts.esxi;

import dev.ibplay.facts.Fact;
import dev.ibplay.facts.InterfaceAddress;
import dev.ibplay.facts.UplinkObserved;
import dev.ibplay.facts.VirtualSwitchObserved;
import dev.ibplay.facts.VmkernelObserved;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** vSwitches, VMkernel interfaces and network adapters, from what esxcli has listed. */
final class EsxiNetwork {
    private static final String DEFAULT_NETSTACK = "defaultTcpipStack";

    /** The IPoIB driver of MLNX_OFED 1.8 and the names that it gives to its adapters. */
    private static final Pattern IPOIB =
            Pattern.compile("(?:.*[_-])?(?:ib|ipoib)(?:[_-].*)?", Pattern.CASE_INSENSITIVE);

    private static final Pattern IPOIB_NAME = Pattern.compile("vmnic_ib\\d+");

    /** Drivers of Ethernet adapters whose descriptions name InfiniBand hardware. */
    private static final Pattern ETHERNET = Pattern.compile("nmlx.*|.*_en|.*-en", Pattern.CASE_INSENSITIVE);

    /** ConnectX and ConnectX-2 as InfiniBand adapters have these device ids; MT26448 is the Ethernet one. */
    private static final Pattern INFINIBAND = Pattern.compile(
            ".*(?:InfiniBand|IPoIB|\\bIB (?:[SDQ]DR|FDR)|MT2540[89]|MT254[123]\\d|MT264[123]\\d).*",
            Pattern.CASE_INSENSITIVE);

    private final EsxcliAnswers answers;
    private final boolean ipoib;

    /**
     * Of a host.
     *
     * @param ipoib whether its release may have IPoIB at all
     */
    EsxiNetwork(EsxcliAnswers answers, boolean ipoib) {
        this.answers = answers;
        this.ipoib = ipoib;
    }

    /** Standard vSwitches, and those distributed ones that could be read. */
    Fact<List<VirtualSwitchObserved>> switches() {
        return answers.get(EsxcliListing.SWITCHES)
                .map(rows -> Stream.concat(
                                rows.stream().map(row -> virtualSwitch(row, false)),
                                rows(EsxcliListing.DISTRIBUTED).stream().map(row -> virtualSwitch(row, true)))
                        .toList());
    }

    private static VirtualSwitchObserved virtualSwitch(EsxcliRow row, boolean distributed) {
        return new VirtualSwitchObserved(
                row.name(), distributed, row.mtu(), row.list("Uplinks"), row.list("Portgroups"));
    }

    Fact<List<VmkernelObserved>> vmkernels() {
        return answers.get(EsxcliListing.VMKERNELS)
                .map(rows -> rows.stream().map(this::vmkernel).toList());
    }

    private VmkernelObserved vmkernel(EsxcliRow row) {
        return new VmkernelObserved(
                row.name(),
                row.mtu(),
                switchOf(row),
                row.text("Portgroup").filter(group -> row.text("VDS Name").isEmpty()),
                row.flag("Enabled").orElse(true),
                addresses(row));
    }

    /** esxcli tells the switch; the older program only its port group, and the distributed switch's port tells its client. */
    private Optional<String> switchOf(EsxcliRow row) {
        return row.text("VDS Name")
                .or(() -> row.text("Portset").filter(set -> !set.startsWith("DvsPortset")))
                .or(() -> named(
                        EsxcliListing.DISTRIBUTED, of -> of.list("Clients").contains(row.name())))
                .or(() -> row.text("Portgroup")
                        .flatMap(group -> named(
                                EsxcliListing.SWITCHES,
                                of -> of.list("Portgroups").contains(group))));
    }

    private Optional<String> named(EsxcliListing listing, Predicate<EsxcliRow> sought) {
        return rows(listing).stream().filter(sought).map(EsxcliRow::name).findFirst();
    }

    /** An interface of another network stack is not told about by all releases. */
    private Fact<List<InterfaceAddress>> addresses(EsxcliRow vmkernel) {
        return answers.get(EsxcliListing.IPV4).flatMap(rows -> {
            List<InterfaceAddress> found = new ArrayList<>();
            rows.stream()
                    .filter(row -> row.name().equals(vmkernel.name()))
                    .forEach(row -> address(row, "IPv4 Address", "IPv4 Netmask").ifPresent(found::add));
            rows(EsxcliListing.IPV6).stream()
                    .filter(row -> row.text("Interface").equals(Optional.of(vmkernel.name())))
                    .forEach(row -> address(row, "Address", "Netmask").ifPresent(found::add));
            Optional<String> other =
                    vmkernel.text("Netstack Instance").filter(stack -> !stack.equals(DEFAULT_NETSTACK));
            boolean told = rows.stream().anyMatch(row -> row.name().equals(vmkernel.name()));
            return found.isEmpty() && !told && other.isPresent()
                    ? Fact.unreadable("esxcli does not tell those of the network stack " + other.get())
                    : Fact.known(List.copyOf(found));
        });
    }

    private static Optional<InterfaceAddress> address(EsxcliRow row, String address, String mask) {
        Optional<Integer> prefix = row.text(mask).flatMap(EsxiNetwork::prefix);
        return row.text(address)
                .map(text -> text.replaceFirst("%.*", ""))
                .filter(text -> text.matches("[0-9a-fA-F.:]+") && !text.equals("0.0.0.0"))
                .flatMap(text -> prefix.map(length -> new InterfaceAddress(text, length)));
    }

    private static Optional<Integer> prefix(String mask) {
        if (mask.matches("/?\\d{1,3}")) {
            return Optional.of(Integer.parseInt(mask.replace("/", ""))).filter(length -> length <= 128);
        }
        return mask.matches(EsxcliText.IPV4)
                ? Optional.of(Arrays.stream(mask.split("\\.", -1))
                        .mapToInt(part -> Integer.bitCount(Integer.parseInt(part)))
                        .sum())
                : Optional.empty();
    }

    /** Whether an interface has an IPv6 address. */
    Fact<Boolean> hasIpv6(String vmkernel) {
        return answers.get(EsxcliListing.IPV6)
                .map(rows -> rows.stream().anyMatch(row -> row.text("Interface").equals(Optional.of(vmkernel))));
    }

    Fact<List<UplinkObserved>> uplinks() {
        return answers.get(EsxcliListing.NICS)
                .map(rows -> rows.stream().map(this::uplink).toList());
    }

    private UplinkObserved uplink(EsxcliRow row) {
        String driver = row.text("Driver").orElse("");
        String description = row.text("Description").orElse("");
        boolean up = row.text("Link Status")
                .or(() -> row.text("Link"))
                .filter("up"::equalsIgnoreCase)
                .isPresent();
        return new UplinkObserved(
                row.name(), driver, description, up, row.mtu(), ipoib && isInfiniband(row.name(), driver, description));
    }

    private static boolean isInfiniband(String name, String driver, String description) {
        return IPOIB.matcher(driver).matches()
                || IPOIB_NAME.matcher(name).matches()
                || (!ETHERNET.matcher(driver).matches()
                        && INFINIBAND.matcher(description).matches());
    }

    /** Why there may be more than what is told. */
    List<String> doubts() {
        List<String> doubts = new ArrayList<>();
        because(EsxcliListing.DISTRIBUTED).ifPresent(why -> doubts.add("distributed vSwitches cannot be told: " + why));
        Stream.of(EsxcliListing.SWITCHES, EsxcliListing.VMKERNELS, EsxcliListing.NICS)
                .flatMap(listing -> because(listing).stream())
                .findFirst()
                .filter(why -> ipoib)
                .ifPresent(why -> doubts.add("which VMkernel interfaces are on InfiniBand cannot be told: " + why));
        return List.copyOf(doubts);
    }

    private Optional<String> because(EsxcliListing listing) {
        return answers.get(listing) instanceof Fact.Unreadable<List<EsxcliRow>> unreadable
                ? Optional.of(unreadable.because())
                : Optional.empty();
    }

    private List<EsxcliRow> rows(EsxcliListing listing) {
        return answers.get(listing).ifKnown().orElse(List.of());
    }
}
