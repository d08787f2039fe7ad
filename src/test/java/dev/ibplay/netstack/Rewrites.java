package dev.ibplay.netstack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.ib.IpoibMode;
import dev.ibplay.text.Parsed;
import dev.ibplay.text.Rewrite;
import java.util.Optional;

/** Short words for the tests of documents and edits. */
final class Rewrites {
    private Rewrites() {}

    static <D> D document(Parsed<D> parsed) {
        assertThat(parsed).isInstanceOf(Parsed.Document.class);
        return ((Parsed.Document<D>) parsed).document();
    }

    static String unreadable(Parsed<?> parsed) {
        assertThat(parsed).isInstanceOf(Parsed.Unreadable.class);
        return ((Parsed.Unreadable<?>) parsed).because();
    }

    static Rewrite set(InterfaceFile file, int mtu, IpoibMode mode) {
        return file.with(Optional.of(mtu), Optional.of(mode));
    }

    static Rewrite setMtu(InterfaceFile file, int mtu) {
        return file.with(Optional.of(mtu), Optional.empty());
    }

    static Rewrite setMode(InterfaceFile file, IpoibMode mode) {
        return file.with(Optional.empty(), Optional.of(mode));
    }

    static String done(Rewrite rewrite) {
        assertThat(rewrite).isInstanceOf(Rewrite.Done.class);
        return ((Rewrite.Done) rewrite).text();
    }

    static String refused(Rewrite rewrite) {
        assertThat(rewrite).isInstanceOf(Rewrite.Refused.class);
        return ((Rewrite.Refused) rewrite).because();
    }

    static Placement.InFile inFile(Placement placement) {
        assertThat(placement).isInstanceOf(Placement.InFile.class);
        return (Placement.InFile) placement;
    }

    static String unclear(Placement placement) {
        assertThat(placement).isInstanceOf(Placement.Unclear.class);
        return ((Placement.Unclear) placement).because();
    }
}
