package dev.ibplay.plan.whole;

import dev.ibplay.diag.Located;
import dev.ibplay.diag.Span;
import dev.ibplay.ib.IpoibMode;
import dev.ibplay.resource.InterfaceSelector;
import dev.ibplay.resource.IpoibInterface;
import dev.ibplay.resource.WantedMtu;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Running values of an interface that an earlier run changed.
 *
 * @param step the first one that did, for places
 * @param play as in {@link UndoneStep}
 */
record RestoredInterface(
        String host, String name, int step, int play, Optional<Value<String>> mode, Optional<Value<OptionalInt>> mtu) {
    /**
     * One value.
     *
     * @param before what it was
     * @param afters what it may be since; several where nobody saw how a step ended
     */
    record Value<T>(T before, List<T> afters) {
        Value {
            afters = List.copyOf(afters);
        }

        private Value<T> then(UndoneStep later, T after) {
            List<T> possible = new ArrayList<>(later.certain() ? List.of() : afters);
            possible.add(after);
            return new Value<>(before, possible);
        }
    }

    static RestoredInterface of(UndoneStep step, String name) {
        return new RestoredInterface(
                step.host(), name, step.number(), step.play().orElse(0), Optional.empty(), Optional.empty());
    }

    RestoredInterface withMode(UndoneStep later, String before, String after) {
        Value<String> value = mode.orElse(new Value<>(before, List.of())).then(later, after);
        return new RestoredInterface(host, name, step, later.play().orElse(play), Optional.of(value), mtu);
    }

    RestoredInterface withMtu(UndoneStep later, OptionalInt before, OptionalInt after) {
        Value<OptionalInt> value = mtu.orElse(new Value<>(before, List.of())).then(later, after);
        return new RestoredInterface(host, name, step, later.play().orElse(play), mode, Optional.of(value));
    }

    /** Whether the record lacks what is needed to put it back. */
    boolean isUnknown() {
        return mtu.filter(m -> m.before().isEmpty()).isPresent()
                || mode.filter(m -> mode(m.before()).isEmpty()).isPresent();
    }

    /** The interface as it was; its file is put back as a whole, not edited. */
    IpoibInterface wanted(Span span) {
        Optional<Located<WantedMtu>> bytes = mtu.filter(m -> m.before().isPresent())
                .map(m -> new Located<>(new WantedMtu.Bytes(m.before().getAsInt()), span));
        Optional<Located<IpoibMode>> word = mode.flatMap(m -> mode(m.before())).map(m -> new Located<>(m, span));
        return new IpoibInterface(
                name,
                InterfaceSelector.BY_NAME,
                bytes,
                word,
                Optional.empty(),
                Optional.of(new Located<>(false, span)),
                span);
    }

    private static Optional<IpoibMode> mode(String word) {
        return Arrays.stream(IpoibMode.values())
                .filter(m -> m.word().equals(word))
                .findFirst();
    }
}
