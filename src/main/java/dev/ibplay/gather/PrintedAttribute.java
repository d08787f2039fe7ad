package dev.ibplay.gather;

import dev.ibplay.exec.Bytes;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.tools.McMemberText;
import dev.ibplay.facts.tools.PortInfoText;
import dev.ibplay.facts.tools.SaqueryParser;
import dev.ibplay.facts.tools.SmInfoText;
import dev.ibplay.facts.tools.SminfoParser;
import dev.ibplay.facts.tools.SmpqueryParser;
import dev.ibplay.facts.tools.ToolOutput;
import dev.ibplay.ib.Attribute;
import dev.ibplay.ib.MadField;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PKeyTable;
import dev.ibplay.ib.PortPhysicalState;
import dev.ibplay.ib.PortState;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Management attributes as the bytes of a packet, from what smpquery, sminfo and saquery print of them.
 *
 * <p>Every field that is printed as a plain number is there, and besides what a plan rests on: of NodeInfo the type, the
 * number of ports, the GUIDs, the P_Key capacity and the local port; of PortInfo the LIDs, the capability mask, the states
 * the MTUs and the width and speed in use; of SMInfo GUID, activity, priority and state; of P_Key tables the entries in their places; of
 * MCMemberRecord the GIDs, MLID, MTU, rate, P_Key and service level. What is printed in other words (widths and speeds that
 * are possible, the number of VLs) or not at all (M_Key, SM_Key, a member's join state) stays 0.
 */
final class PrintedAttribute {
    /** The data of a subnet management packet. */
    private static final int DATA_BYTES = 64;

    private static final Pattern NUMBER =
            Pattern.compile("(?m)^([A-Za-z][A-Za-z0-9]*):\\.+(?:0x([0-9a-fA-F]{1,16})|(\\d{1,18}))[ \\t]*$");
    private static final Pattern DESCRIPTION = Pattern.compile("(?m)^Node Description:\\.*(.*?)[ \\t]*$");
    private static final Pattern P_KEY_ROW =
            Pattern.compile("(?m)^[ \\t]*(\\d{1,5}):((?:[ \\t]+0x[0-9a-fA-F]{1,4})+)[ \\t]*$");
    private static final Pattern CODE = Pattern.compile("\\? ?\\((\\d{1,2})\\)");

    private PrintedAttribute() {}

    static Fact<Bytes> nodeInfo(ToolOutput output) {
        return SmpqueryParser.nodeInfo(output).flatMap(text -> {
            byte[] data = numbers(output, Attribute.NODE_INFO);
            Optional<Integer> type = switch (text.nodeType()) {
                case "Channel Adapter" -> Optional.of(1);
                case "Switch" -> Optional.of(2);
                case "Router" -> Optional.of(3);
                default -> Optional.empty();
            };
            if (type.isEmpty()) {
                return Fact.unreadable("unknown type of node: " + text.nodeType());
            }
            MadField.NODE_TYPE.put(data, type.get());
            return Fact.known(Bytes.of(data));
        });
    }

    static Fact<Bytes> switchInfo(ToolOutput output) {
        byte[] data = numbers(output, Attribute.SWITCH_INFO);
        return MadField.SWITCH_LINEAR_FDB_CAP.in(data) == 0 && MadField.SWITCH_RANDOM_FDB_CAP.in(data) == 0
                ? Fact.unreadable("this is not the output of smpquery switchinfo")
                : Fact.known(Bytes.of(data));
    }

    static Fact<Bytes> portInfo(ToolOutput output) {
        return SmpqueryParser.portInfo(output).flatMap(text -> portInfo(output, text));
    }

    private static Fact<Bytes> portInfo(ToolOutput output, PortInfoText text) {
        Optional<Integer> state = text.linkState().flatMap(word -> code(word, PortState::ofCode));
        Optional<Integer> physical = text.physLinkState().flatMap(word -> code(word, PortPhysicalState::ofCode));
        if (text.lid().isEmpty()
                || text.smLid().isEmpty()
                || text.capMask().isEmpty()
                || state.isEmpty()
                || physical.isEmpty()) {
            return Fact.unreadable("Lid, SMLid, CapMask, LinkState or PhysLinkState is missing");
        }
        byte[] data = numbers(output, Attribute.PORT_INFO);
        MadField.PORT_STATE.put(data, state.get());
        MadField.PORT_PHYSICAL_STATE.put(data, physical.get());
        MadField.PORT_NEIGHBOR_MTU.put(data, text.neighborMtu().map(Mtu::code).orElse(0));
        MadField.PORT_MTU_CAP.put(data, text.mtuCap().map(Mtu::code).orElse(0));
        PrintedLink.put(output.stdout(), data);
        return Fact.known(Bytes.of(data));
    }

    /** The code of a state by libibmad's word for it, or from its {@code ? (9)} for one that it has no word for. */
    private static Optional<Integer> code(String word, IntFunction<?> states) {
        for (int code = 0; code < 8; code++) {
            if (plain(states.apply(code).toString()).equals(plain(word))) {
                return Optional.of(code);
            }
        }
        Matcher other = CODE.matcher(word);
        return other.matches()
                ? Optional.of(Integer.parseInt(other.group(1))).filter(code -> code < 16)
                : Optional.empty();
    }

    /** libibmad writes {@code NoChange} in one word. */
    private static String plain(String word) {
        return word.replace(" ", "").toLowerCase(Locale.ROOT);
    }

    /** smpquery may print a name from the host's node name map instead of what the node says. */
    static Fact<Bytes> nodeDescription(ToolOutput output) {
        Matcher line = DESCRIPTION.matcher(output.stdout());
        if (!line.find()) {
            return Fact.unreadable("no description of the node");
        }
        byte[] name = line.group(1).getBytes(StandardCharsets.UTF_8);
        byte[] data = new byte[DATA_BYTES];
        System.arraycopy(name, 0, data, 0, Math.min(name.length, data.length));
        return Fact.known(Bytes.of(data));
    }

    static Fact<Bytes> pKeyBlock(ToolOutput output, int block) {
        return SmpqueryParser.pKeys(output).map(ignored -> {
            byte[] data = new byte[DATA_BYTES];
            P_KEY_ROW.matcher(output.stdout()).results().forEach(row -> {
                int index = Integer.parseInt(row.group(1)) - block * PKeyTable.ENTRIES_PER_BLOCK;
                for (String word : row.group(2).strip().split("\\s+", -1)) {
                    if (index >= 0 && index < PKeyTable.ENTRIES_PER_BLOCK) {
                        ByteBuffer.wrap(data).putShort(2 * index, (short) Integer.parseInt(word.substring(2), 16));
                    }
                    index++;
                }
            });
            return Bytes.of(data);
        });
    }

    static Fact<Bytes> smInfo(ToolOutput output) {
        return SminfoParser.parse(output)
                .flatMap(text -> text.state()
                        .map(state -> Fact.known(smInfo(text, state)))
                        .orElseGet(() -> Fact.unreadable("it does not print the state of the subnet manager")));
    }

    private static Bytes smInfo(SmInfoText text, int state) {
        byte[] data = new byte[DATA_BYTES];
        MadField.SM_GUID.put(data, text.guid().value());
        MadField.SM_ACTIVITY_COUNT.put(data, text.activityCount() & 0xffff_ffffL);
        MadField.SM_PRIORITY.put(data, text.priority());
        MadField.SM_STATE.put(data, state);
        return Bytes.of(data);
    }

    /** The groups as MCMemberRecords. */
    static Fact<List<Bytes>> groups(ToolOutput output) {
        return SaqueryParser.groups(output).flatMap(groups -> {
            List<Bytes> records = new ArrayList<>();
            for (McMemberText group : groups) {
                Optional<Bytes> record = group(group);
                if (record.isEmpty()) {
                    return Fact.unreadable("it does not print MTU, rate and P_Key of the group " + group.mgid());
                }
                records.add(record.get());
            }
            return Fact.known(List.copyOf(records));
        });
    }

    private static Optional<Bytes> group(McMemberText text) {
        if (text.mtu().isEmpty() || text.rate().isEmpty() || text.pKey().isEmpty()) {
            return Optional.empty();
        }
        byte[] data = new byte[Attribute.MC_MEMBER_RECORD.bytes()];
        putGid(data, 0, text.mgid());
        text.portGid().ifPresent(gid -> putGid(data, 16, gid));
        MadField.MCMEMBER_Q_KEY.put(data, text.qkey().orElse(0L) & 0xffff_ffffL);
        MadField.MCMEMBER_MLID.put(data, text.mlid().value());
        MadField.MCMEMBER_MTU_SELECTOR.put(data, text.mtu().get() >> 6);
        MadField.MCMEMBER_MTU.put(data, text.mtu().get() & 0x3f);
        MadField.MCMEMBER_PKEY.put(data, text.pKey().get().value());
        MadField.MCMEMBER_RATE_SELECTOR.put(data, text.rate().get() >> 6);
        MadField.MCMEMBER_RATE.put(data, text.rate().get() & 0x3f);
        MadField.MCMEMBER_SL.put(data, text.serviceLevel().orElse(0));
        return Optional.of(Bytes.of(data));
    }

    /** Eight groups of four digits, as the parser gives them. */
    private static void putGid(byte[] data, int offset, String gid) {
        String[] groups = gid.split(":", -1);
        for (int i = 0; i < groups.length; i++) {
            ByteBuffer.wrap(data).putShort(offset + 2 * i, (short) Integer.parseInt(groups[i], 16));
        }
    }

    /** All fields that are printed as numbers; MTUs are printed in bytes and would not fit. */
    private static byte[] numbers(ToolOutput output, Attribute attribute) {
        Map<String, Long> printed = new HashMap<>();
        Matcher line = NUMBER.matcher(output.stdout());
        while (line.find()) {
            long value =
                    line.group(2) != null ? Long.parseUnsignedLong(line.group(2), 16) : Long.parseLong(line.group(3));
            printed.putIfAbsent(line.group(1), value);
        }
        byte[] data = new byte[DATA_BYTES];
        for (MadField field : MadField.of(attribute)) {
            Optional.ofNullable(printed.get(field.printedName()))
                    .filter(value -> field.width() == Long.SIZE || value >>> field.width() == 0)
                    .ifPresent(value -> field.put(data, value));
        }
        return data;
    }
}
