package dev.ibplay.facts.mlnxos;

import dev.ibplay.facts.Fact;
import dev.ibplay.facts.SwitchConfiguration;
import dev.ibplay.facts.SwitchMember;
import dev.ibplay.facts.SwitchPartitionObserved;
import dev.ibplay.ib.Membership;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PKey;
import dev.ibplay.ib.PortGuid;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code show ib partition}, in both layouts: before release 3.6.8010 {@code PKey = 0x7FFF} and a line {@code members} in the column of the
 * names, since then {@code PKey : 0x7FFF}, {@code Default:} and {@code members:}. Indentation does not count.
 */
final class PartitionText {
    private static final Pattern MEMBERS = Pattern.compile("members\\s*:?");
    private static final String MEMBER_LABEL = "GUID";
    private static final Pattern MEMBER = Pattern.compile("GUID\\s*=\\s*'([^']*)'\\s+member\\s*=\\s*'([^']*)'.*");
    private static final Pattern FIELD = Pattern.compile("(\\w+)\\s*[:=]\\s*(.*)");
    private static final Set<String> FIELDS =
            Set.of("pkey", "ipoib", "mtu", "rate", "sl", "scope", "qkey", "defmember", "members");

    /** A partition as it is read. */
    private static final class Block {
        private final String name;
        private final Map<String, String> fields = new HashMap<>();
        private final List<SwitchMember> members = new ArrayList<>();
        private Optional<String> strangeMember = Optional.empty();
        private boolean listed;

        Block(String name) {
            this.name = name;
        }
    }

    private final List<Block> blocks = new ArrayList<>();

    private PartitionText() {}

    static Fact<List<SwitchPartitionObserved>> partitions(Fact<List<String>> answer) {
        return answer.flatMap(lines -> new PartitionText().read(lines));
    }

    private Fact<List<SwitchPartitionObserved>> read(List<String> lines) {
        for (String line : lines) {
            if (!line.isBlank() && !take(line.strip())) {
                return Fact.unreadable("the list of partitions holds \"" + line.strip() + "\" where no partition is");
            }
        }
        return Fact.known(blocks.stream().map(PartitionText::observed).toList());
    }

    private boolean take(String line) {
        Matcher field = FIELD.matcher(line);
        boolean isMember = line.startsWith(MEMBER_LABEL);
        boolean startsMembers = MEMBERS.matcher(line).matches();
        boolean isField = field.matches()
                && (!field.group(2).isEmpty() || FIELDS.contains(field.group(1).toLowerCase(Locale.ROOT)));
        if (!isMember && !startsMembers && !isField) {
            blocks.add(new Block(
                    line.endsWith(":") ? line.substring(0, line.length() - 1).strip() : line));
            return true;
        }
        if (blocks.isEmpty()) {
            return false;
        }
        Block block = blocks.getLast();
        if (isMember) {
            addMember(block, line);
        } else if (startsMembers) {
            block.listed = true;
        } else {
            block.fields.putIfAbsent(field.group(1).toLowerCase(Locale.ROOT), field.group(2));
        }
        return true;
    }

    private static void addMember(Block block, String line) {
        Matcher member = MEMBER.matcher(line);
        block.listed = true;
        if (!member.matches()) {
            block.strangeMember = Optional.of(line);
            return;
        }
        String who = member.group(1);
        Optional<PortGuid> guid = PortGuid.parse(who);
        Optional<Membership> membership = Arrays.stream(Membership.values())
                .filter(m -> m.word().equalsIgnoreCase(member.group(2)))
                .findFirst();
        if (membership.isPresent() && (guid.isPresent() || who.equalsIgnoreCase("ALL"))) {
            block.members.add(new SwitchMember(guid, membership.get()));
        } else {
            // A member that cannot be read is not one that is not there.
            block.strangeMember = Optional.of(line);
        }
    }

    private static SwitchPartitionObserved observed(Block block) {
        return new SwitchPartitionObserved(block.name, pkey(block), mtu(block), ipoib(block), members(block));
    }

    private static Fact<PKey> pkey(Block block) {
        Optional<String> printed = Optional.ofNullable(block.fields.get("pkey"));
        if (printed.isEmpty() && block.name.equals(SwitchPartitionObserved.DEFAULT)) {
            return Fact.known(PKey.DEFAULT);
        }
        return printed.flatMap(PKey::parse)
                .map(key -> Fact.known(key.asLimitedMember()))
                .orElse(Fact.unreadable(
                        "its P_Key is " + printed.map(p -> "\"" + p + "\"").orElse("not shown")));
    }

    private static Fact<Mtu> mtu(Block block) {
        Optional<String> printed = Optional.ofNullable(block.fields.get("mtu"));
        return printed.isEmpty()
                ? Fact.known(Mtu.MTU_2048)
                : SwitchConfiguration.mtu(printed.get())
                        .map(Fact::known)
                        .orElse(Fact.unreadable("its MTU is \"" + printed.get() + "\""));
    }

    private static Fact<Boolean> ipoib(Block block) {
        String printed = block.fields.getOrDefault("ipoib", "").toLowerCase(Locale.ROOT);
        return switch (printed) {
            case "yes", "enabled", "true" -> Fact.known(true);
            case "no", "disabled", "false" -> Fact.known(false);
            default ->
                Fact.unreadable("whether it has IPoIB is " + (printed.isEmpty() ? "not shown" : "\"" + printed + "\""));
        };
    }

    private static Fact<List<SwitchMember>> members(Block block) {
        if (block.strangeMember.isPresent()) {
            return Fact.unreadable("a member is not one that is known: " + block.strangeMember.get());
        }
        return block.listed ? Fact.known(List.copyOf(block.members)) : Fact.unreadable("its members are not shown");
    }
}
