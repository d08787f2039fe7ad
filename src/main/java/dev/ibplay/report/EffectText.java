package dev.ibplay.report;

import dev.ibplay.plan.Effect;
import dev.ibplay.plan.FileState;
import java.util.Optional;
import java.util.OptionalInt;

/** Effects for people: what, then before and after. */
final class EffectText {
    private static final int DIGEST_SHOWN = 12;

    private EffectText() {}

    static String of(Effect effect) {
        return switch (effect) {
            case Effect.FileEffect file ->
                file.path() + ": " + state(file.before()) + " -> " + state(file.after())
                        + file.kept()
                                .map(kept -> " (old content in " + kept + ")")
                                .orElse("");
            case Effect.AttributeEffect attribute ->
                attribute.path() + ": " + attribute.before().orElse("not known") + " -> " + attribute.after();
            case Effect.LinkMtuEffect link ->
                link.interfaceName() + " mtu: " + mtu(link.before(), "not known") + " -> "
                        + mtu(link.after(), "what the kernel makes of it");
            case Effect.SettingEffect setting ->
                setting.resource() + " " + setting.attribute() + ": "
                        + setting.before().orElse("not known") + " -> " + setting.after();
            case Effect.SignalEffect signal -> "signal " + signal.signal() + " to process " + signal.pid();
            case Effect.CommandEffect command -> "ran " + String.join(" ", command.words());
        };
    }

    /** The texts of a file as a unified diff; empty for anything else. */
    static String diff(String host, Effect effect) {
        return effect instanceof Effect.FileEffect file
                ? FileDiff.of(
                        file.path() + " (" + host + ")",
                        file.before().flatMap(FileState::text),
                        file.after().map(after -> after.text().orElse("")))
                : "";
    }

    private static String state(Optional<FileState> state) {
        return state.map(s -> "%d bytes, sha256 %s"
                        .formatted(
                                s.bytes(),
                                s.sha256()
                                        .substring(
                                                0,
                                                Math.min(
                                                        DIGEST_SHOWN, s.sha256().length()))))
                .orElse("absent");
    }

    private static String mtu(OptionalInt mtu, String otherwise) {
        return mtu.isPresent() ? Integer.toString(mtu.getAsInt()) : otherwise;
    }
}
