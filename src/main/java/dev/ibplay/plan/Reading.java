package dev.ibplay.plan;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.Outcome;
import java.util.Optional;

/** Which value of an answer a plan rests on, in one form whichever way it was read. */
public interface Reading {
    /** What stands for a value that is not there: no such file, or no such interface. */
    String ABSENT = "absent";

    /** What stands for a value that could not be read. */
    String UNREADABLE = "unreadable";

    /** The text of an attribute, or what a command prints, without the line end. */
    Reading TEXT = Reading::text;

    /** The value; never throws for odd answers. */
    String value(Outcome outcome);

    /** The setting that this is the value of, where only a program can change it. */
    default Optional<Setting> setting() {
        return Optional.empty();
    }

    /**
     * A value that belongs to no file, attribute or link.
     *
     * @param resource the resource's key, for example {@code vswitch vSwitch1}
     * @param attribute for example {@code mtu}
     */
    record Setting(String resource, String attribute) {}

    private static String text(Outcome outcome) {
        return switch (outcome) {
            case Outcome.FileContent file -> text(file.content());
            case Outcome.FileAbsent ignored -> ABSENT;
            case Outcome.CommandEnded ended -> ended.succeeded() ? text(ended.stdout()) : UNREADABLE;
            default -> UNREADABLE;
        };
    }

    private static String text(Bytes content) {
        return content.lossyText().strip();
    }
}
