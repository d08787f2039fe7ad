package dev.ibplay.plan.ipoib;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Span;
import dev.ibplay.exec.Bytes;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.FileObserved;
import dev.ibplay.ib.IpoibMode;
import dev.ibplay.netstack.Match;
import dev.ibplay.netstack.OpenibConf;
import dev.ibplay.plan.Difference;
import dev.ibplay.plan.FileChange;
import dev.ibplay.plan.Level;
import dev.ibplay.plan.PlanDraft;
import dev.ibplay.text.Parsed;
import dev.ibplay.text.Rewrite;
import java.util.List;
import java.util.Optional;

/**
 * MLNX_OFED's openib.conf as the second writer of an interface's mode: it counts for all interfaces of the host, so it is
 * changed only where there is one.
 */
final class OpenibFile {
    private final PlanDraft draft;

    OpenibFile(PlanDraft draft) {
        this.draft = draft;
    }

    /** What must be written so that the script leaves a datagram interface alone. */
    IpoibFiles.Part of(ChosenInterface chosen) {
        FileObserved file = chosen.facts().network().openibConf();
        boolean wantsDatagram = chosen.wanted()
                .mode()
                .filter(m -> m.value() == IpoibMode.DATAGRAM)
                .isPresent();
        if (!wantsDatagram) {
            return IpoibFiles.Part.NOTHING;
        }
        return switch (file.content()) {
            case Fact.Known<Bytes> known -> of(chosen, file, known.value().lossyText());
            case Fact.Absent<Bytes> ignored -> IpoibFiles.Part.NOTHING;
            case Fact.Unreadable<Bytes> unreadable -> {
                warn(
                        chosen,
                        "what %s does to %s cannot be told: %s"
                                .formatted(file.path(), chosen.name(), unreadable.because()));
                yield IpoibFiles.Part.NOTHING;
            }
        };
    }

    private IpoibFiles.Part of(ChosenInterface chosen, FileObserved file, String text) {
        return switch (OpenibConf.parse(text)) {
            case Parsed.Unreadable<OpenibConf> unreadable -> {
                warn(
                        chosen,
                        "what %s does to %s cannot be told: %s"
                                .formatted(file.path(), chosen.name(), unreadable.because()));
                yield IpoibFiles.Part.NOTHING;
            }
            case Parsed.Document<OpenibConf> conf -> of(chosen, file, conf.document());
        };
    }

    private IpoibFiles.Part of(ChosenInterface chosen, FileObserved file, OpenibConf conf) {
        Optional<String> driver = chosen.parts().stream()
                .flatMap(part -> chosen.facts().network().links().link(part.name()).stream())
                .flatMap(link -> link.driver().stream())
                .findFirst();
        if (conf.sets(driver) == Match.NO) {
            return IpoibFiles.Part.NOTHING;
        }
        Span askedBy = chosen.askedBy("mode");
        draft.differences.add(new Difference(
                chosen.host(),
                chosen.wanted().key(),
                "mode in " + file.path(),
                Level.FILE,
                conf.connectedMode() == OpenibConf.ConnectedMode.AUTO ? "auto" : "connected",
                IpoibMode.DATAGRAM.word(),
                askedBy));
        boolean isOnlyOne = chosen.parts().containsAll(chosen.facts().interfaces());
        Rewrite rewrite = isOnlyOne
                ? conf.with(Optional.of(OpenibConf.ConnectedMode.NO), Optional.empty())
                : new Rewrite.Refused("SET_IPOIB_CM counts for all interfaces of the host");
        return switch (rewrite) {
            case Rewrite.Refused refused -> {
                draft.refuse(
                        Code.FILE_NOT_EDITABLE,
                        chosen.host(),
                        askedBy,
                        "%s makes %s connected at each start of the driver: %s"
                                .formatted(file.path(), chosen.name(), refused.because()),
                        "set SET_IPOIB_CM=no there");
                yield IpoibFiles.Part.NOTHING;
            }
            case Rewrite.Done done ->
                new IpoibFiles.Part(
                        List.of(new FileChange(
                                chosen.host(), file.path(), file.content().ifKnown(), Bytes.ofUtf8(done.text()))),
                        List.of());
        };
    }

    private void warn(ChosenInterface chosen, String message) {
        draft.warn(
                Code.OWNER_UNCLEAR, chosen.host(), chosen.askedBy("mode"), message, "look whether SET_IPOIB_CM is no");
    }
}
