package dev.ibplay.plan;

import dev.ibplay.exec.Signal;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** What a step changes on its host, with the value before and after: what a journal keeps and an undo starts from. */
public sealed interface Effect {
    /**
     * A file gets another content, is made, or is removed.
     *
     * @param before empty where there is no file
     * @param after empty where there is none any more
     * @param kept where the whole old content stays on the host; empty where it does not
     */
    record FileEffect(String path, Optional<FileState> before, Optional<FileState> after, Optional<String> kept)
            implements Effect {}

    /**
     * An attribute of sysfs or procfs gets another value; texts are without their line end.
     *
     * @param before empty where the step does not know it, as for attributes that are only written
     */
    record AttributeEffect(String path, Optional<String> before, String after) implements Effect {}

    /**
     * An interface gets another MTU, in bytes.
     *
     * @param after empty where the kernel chooses it, as it does when the mode changes
     */
    record LinkMtuEffect(String interfaceName, OptionalInt before, OptionalInt after) implements Effect {}

    /**
     * A setting that only a program can change gets another value, as a vSwitch its MTU.
     *
     * @param resource the resource's key, for example {@code vswitch vSwitch1}
     * @param before as a {@link Reading} gives it
     */
    record SettingEffect(String resource, String attribute, Optional<String> before, String after) implements Effect {}

    /** A process gets a signal; the numbers are of this run and mean nothing later. */
    record SignalEffect(Signal signal, int pid) implements Effect {}

    /** A program runs; secrets among its words are hidden, and its standard input is not kept. */
    record CommandEffect(List<String> words) implements Effect {
        public CommandEffect {
            words = List.copyOf(words);
        }
    }
}
