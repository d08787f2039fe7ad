package dev.ibplay.opensm;

import dev.ibplay.diag.Diagnostic;
import java.util.List;

/**
 * The outcome of an edit: a document that was read again and means what was asked, or the reasons why there is none.
 *
 * @param <D> the kind of document
 */
public sealed interface Edit<D> {
    record Done<D>(D document) implements Edit<D> {}

    record Refused<D>(List<Diagnostic> reasons) implements Edit<D> {
        public Refused {
            reasons = List.copyOf(reasons);
        }
    }

    static <D> Edit<D> refused(Diagnostic reason) {
        return new Refused<>(List.of(reason));
    }
}
