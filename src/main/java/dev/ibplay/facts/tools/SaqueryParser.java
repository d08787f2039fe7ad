package dev.ibplay.facts.tools;

import dev.ibplay.facts.Fact;
import dev.ibplay.ib.Lid;
import dev.ibplay.ib.PKey;
import dev.ibplay.ib.PortGuid;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Reads {@code saquery -g}, {@code -m} and {@code MCMR} (groups), {@code SMIR} and {@code -s} (subnet managers). */
public final class SaqueryParser {
    private SaqueryParser() {}

    /** Whether a line may be part of what saquery prints. */
    public static boolean isPart(String line) {
        return SaRecords.isPart(line);
    }

    /** The groups or memberships; none is an answer too. Untrusted queries see only groups of the port's own P_Keys. */
    public static Fact<List<McMemberText>> groups(ToolOutput output) {
        return SaRecords.read(output).flatMap(entries -> all(entries, SaqueryParser::group));
    }

    /** The subnet managers that the subnet administration knows. */
    public static Fact<List<SmInfoText>> subnetManagers(ToolOutput output) {
        return SaRecords.read(output).flatMap(entries -> all(entries, SaqueryParser::subnetManager));
    }

    /** The ports that say they run a subnet manager, or must not. */
    public static Fact<List<SmPortText>> subnetManagerPorts(ToolOutput output) {
        return SaRecords.read(output).flatMap(entries -> all(entries, SaqueryParser::subnetManagerPort));
    }

    private static <T> Fact<List<T>> all(List<SaRecords.Entry> entries, Function<SaRecords.Entry, Optional<T>> reader) {
        List<T> found = new ArrayList<>();
        for (SaRecords.Entry entry : entries) {
            Optional<T> one = reader.apply(entry);
            if (one.isEmpty()) {
                return Fact.unreadable("a record of saquery (%s) lacks values or is cut".formatted(entry.title()));
            }
            found.add(one.get());
        }
        return Fact.known(List.copyOf(found));
    }

    private static Optional<McMemberText> group(SaRecords.Entry entry) {
        Optional<String> mgid = entry.text("mgid").flatMap(GidText::canonical);
        Optional<Lid> mlid = entry.text("mlid").flatMap(NumberText::lid);
        Optional<Integer> mtu = entry.number("mtu", 0xff);
        boolean listOfMembers = entry.title().endsWith("member");
        if (mgid.isEmpty() || mlid.isEmpty() || (mtu.isEmpty() && !listOfMembers)) {
            return Optional.empty();
        }
        return Optional.of(new McMemberText(
                mgid.get(),
                mlid.get(),
                mtu,
                entry.number("rate", 0xff),
                entry.text("pkey").flatMap(PKey::parse),
                entry.number("sl", 0xf),
                entry.text("qkey").flatMap(NumberText::parse),
                entry.text("portgid").flatMap(SaqueryParser::firstWord).flatMap(GidText::canonical)));
    }

    /** A node's description may stand behind a GID. */
    private static Optional<String> firstWord(String text) {
        return Optional.of(text.split("\\s", 2)[0]);
    }

    private static Optional<SmInfoText> subnetManager(SaRecords.Entry entry) {
        Optional<Lid> lid = entry.text("lid").flatMap(NumberText::lid);
        Optional<PortGuid> guid = entry.text("guid").flatMap(PortGuid::parse);
        Optional<Long> count = entry.text("actcount").flatMap(NumberText::parse);
        Optional<Integer> priority = entry.number("priority", SmInfoText.HIGHEST_PRIORITY);
        Optional<Integer> state = entry.number("smstate", SmInfoText.HIGHEST_STATE);
        if (lid.isEmpty() || guid.isEmpty() || count.isEmpty() || priority.isEmpty() || state.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new SmInfoText(lid.get(), guid.get(), count.get(), priority.get(), state));
    }

    private static Optional<SmPortText> subnetManagerPort(SaRecords.Entry entry) {
        Optional<Lid> lid = entry.text("endportlid").flatMap(NumberText::lid);
        Optional<Integer> port = entry.number("portnum", 255);
        Optional<Lid> smLid = entry.text("master_sm_base_lid").flatMap(NumberText::lid);
        Optional<Long> mask = entry.text("capability_mask").flatMap(NumberText::parse);
        if (lid.isEmpty()
                || port.isEmpty()
                || smLid.isEmpty()
                || mask.isEmpty()
                || entry.section().isEmpty()) {
            return Optional.empty();
        }
        boolean disabled = entry.section().startsWith("IsSMdisabled");
        return Optional.of(new SmPortText(lid.get(), port.get(), smLid.get(), mask.get(), disabled));
    }
}
