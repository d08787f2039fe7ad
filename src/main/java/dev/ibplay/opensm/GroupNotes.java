package dev.ibplay.opensm;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Span;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PKey;
import java.util.Optional;
import java.util.function.Consumer;

/** Says in words which multicast groups OpenSM does not make, or makes otherwise than the file asks for. */
final class GroupNotes {
    private static final String RATE_HINT = "rate is a code: 3 is 10 Gb/s, 7 is 40, 12 is 56, 16 is 100";

    private final Dialect dialect;
    private final Consumer<Diagnostic> problems;

    GroupNotes(Dialect dialect, Consumer<Diagnostic> problems) {
        this.dialect = dialect;
        this.problems = problems;
    }

    private void error(Code code, Span span, String message, String hint) {
        problems.accept(Diagnostic.error(code, span, message).withHint(hint));
    }

    /** Where the values of a group are written: in the header, or behind the mgid. */
    private record Place(Span mtu, Span rate) {}

    private Place place(Statement statement) {
        return new Place(flagSpan(statement, FlagKey.MTU), flagSpan(statement, FlagKey.RATE));
    }

    private Span flagSpan(Statement statement, FlagKey key) {
        return lastOf(statement.flags(), key)
                .map(Entry::span)
                .orElse(statement.head().name().span());
    }

    private Optional<Entry> lastOf(Iterable<Entry> entries, FlagKey key) {
        Optional<Entry> last = Optional.empty();
        for (Entry entry : entries) {
            boolean named = FlagKey.inHeader(entry.name().text(), dialect)
                    .filter(key::equals)
                    .isPresent();
            last = named && entry.value().isPresent() ? Optional.of(entry) : last;
        }
        return last;
    }

    void broadcast(Statement statement, String name, GroupFlags asked, GroupTable.Answer answer) {
        Place place = place(statement);
        if (answer.group().isEmpty()) {
            boolean byMtu = answer.refusal().startsWith("mtu");
            error(
                    Code.PARTITIONS_NO_GROUP,
                    byMtu ? place.mtu() : place.rate(),
                    "partition '%s' gets no IPoIB group, so IPoIB cannot come up in it: %s"
                            .formatted(name, answer.refusal()),
                    byMtu ? mtuHint(asked.mtu()) : RATE_HINT);
        } else if (answer.isNew()) {
            misread(place, asked, answer.group().get());
        } else if (!same(asked, answer.group().get())) {
            error(
                    Code.PARTITIONS_IGNORED,
                    place.mtu(),
                    "the IPoIB group of this P_Key keeps the parameters from %s; those here are ignored"
                            .formatted(answer.group().get().definedAt()),
                    "change the first definition");
        }
    }

    /** A group by mgid that was asked for with these values. */
    void group(Item.Group item, GroupFlags asked, GroupTable.Answer answer, PKey partition) {
        Word mgid = item.entry().value().orElseThrow();
        if (answer.group().isEmpty()) {
            refused(mgid, answer.refusal());
        } else if (answer.isNew()) {
            Span mtu = lastOf(item.flags(), FlagKey.MTU).map(Entry::span).orElse(mgid.span());
            Span rate = lastOf(item.flags(), FlagKey.RATE).map(Entry::span).orElse(mgid.span());
            misread(new Place(mtu, rate), asked, answer.group().get());
        } else {
            known(item, asked, answer.group().get(), partition);
        }
    }

    /**
     * A group that is there already and not made again. Each partition that names it frees it (osm_prtn.c, osm_prtn_delete), so the
     * second one to go brings OpenSM down: at its end, or when it discards the file.
     */
    void known(Item.Group item, GroupFlags asked, MulticastGroup known, PKey partition) {
        Word mgid = item.entry().value().orElseThrow();
        if (!known.pkey().samePartition(partition)) {
            error(
                    Code.PARTITIONS_SHARED_GROUP,
                    mgid.span(),
                    "the group %s is one of partition %s already (%s); OpenSM crashes when both let go of it"
                            .formatted(mgid.text(), known.pkey(), known.definedAt()),
                    "name it in one partition only");
        } else if (!same(asked, known)) {
            again(mgid, known);
        }
    }

    private void again(Word mgid, MulticastGroup known) {
        error(
                Code.PARTITIONS_IGNORED,
                mgid.span(),
                "the group %s keeps the parameters from %s; those here are ignored"
                        .formatted(mgid.text(), known.definedAt()),
                "change the first one");
    }

    void refused(Word mgid, String reason) {
        error(
                Code.PARTITIONS_NO_GROUP,
                mgid.span(),
                "OpenSM does not make the group %s: %s".formatted(mgid.text(), reason),
                "correct it or leave it out");
    }

    private void misread(Place place, GroupFlags asked, MulticastGroup group) {
        if (group.mtu().isEmpty() || group.mtu().get().code() != asked.mtu()) {
            String read = group.mtu().map(m -> "mtu=" + m.code()).orElse("the smallest MTU of the fabric");
            error(
                    Code.PARTITIONS_MISREAD,
                    place.mtu(),
                    "OpenSM takes mtu=%d as %s".formatted(asked.mtu(), read),
                    mtuHint(asked.mtu()));
        }
        if (group.rateCode().isEmpty() || group.rateCode().getAsInt() != asked.rate()) {
            String read = group.rateCode().isPresent()
                    ? "rate=" + group.rateCode().getAsInt()
                    : "the smallest rate of the fabric";
            error(
                    Code.PARTITIONS_MISREAD,
                    place.rate(),
                    "OpenSM takes rate=%d as %s".formatted(asked.rate(), read),
                    "rate is a code of 2 to %d".formatted(GroupTable.maxRateCode(dialect)));
        }
        if (asked.rate() > GroupTable.maxRateCode(Dialect.DEFAULT) && dialect.isClosed()) {
            problems.accept(Diagnostic.warning(
                    Code.PARTITIONS_VERSION,
                    place.rate(),
                    "rate=%d is known from documents of MLNX_OFED only; OpenSM 3.3 makes no group with it"
                            .formatted(asked.rate())));
        }
    }

    private static boolean same(GroupFlags asked, MulticastGroup group) {
        return group.mtu().filter(m -> m.code() == asked.mtu()).isPresent()
                && group.rateCode().orElse(0) == asked.rate()
                && group.qkey() == asked.qkey()
                && group.sl() == asked.sl()
                && group.tclass() == asked.tclass()
                && group.flowLabel() == asked.flowLabel();
    }

    private static String mtuHint(long written) {
        return Mtu.ofBytes((int) Math.min(written, Integer.MAX_VALUE))
                .map(m -> "%d bytes are mtu=%d".formatted(m.bytes(), m.code()))
                .orElse("mtu is a code: 1 is 256 bytes, 2 is 512, 3 is 1024, 4 is 2048, 5 is 4096");
    }
}
