package dev.ibplay.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Model.ArgSpec;

/** What a shell offers as the value of an option or as an operand. */
sealed interface ValueWords {
    /** There is no value. */
    record Nothing() implements ValueWords {}

    /** A value that only the user knows. */
    record Text() implements ValueWords {}

    record File() implements ValueWords {}

    record Folder() implements ValueWords {}

    record OneOf(List<String> words) implements ValueWords {
        public OneOf {
            words = List.copyOf(words);
        }
    }

    /** The labels of help that stand for a file; the options' types are mostly texts, as {@code -} or a list is one, too. */
    Set<String> FILES = Set.of("FILE", "PLAYBOOK", "SOURCE");

    static ValueWords of(ArgSpec argument) {
        if (argument.arity().max() == 0) {
            return new Nothing();
        }
        String label = argument.paramLabel();
        if (label.contains("|")) {
            return new OneOf(List.of(label.split("\\|", -1)));
        }
        if (argument.completionCandidates() != null) {
            List<String> words = new ArrayList<>();
            argument.completionCandidates().forEach(words::add);
            return new OneOf(words);
        }
        if (FILES.contains(label)) {
            return new File();
        }
        return label.equals("DIR") ? new Folder() : new Text();
    }
}
