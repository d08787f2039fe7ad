package dev.ibplay.cli;

import dev.ibplay.run.Consent;
import java.util.Locale;

/** Asks before each batch and each step of a fabric, in the words of Ansible's {@code --step}. */
final class StepQuestion implements Consent {
    private final Console console;
    private final Interruption interruption;
    private boolean goesOn;

    StepQuestion(Console console, Interruption interruption) {
        this.console = console;
        this.interruption = interruption;
    }

    @Override
    public boolean to(String what) {
        if (goesOn) {
            return true;
        }
        String answer = interruption
                .answer(() -> console.answer("Go on with " + what + "? (N)o/(y)es/(c)ontinue: "))
                .orElse("");
        return switch (answer.strip().toLowerCase(Locale.ROOT)) {
            case "y", "yes" -> true;
            case "c", "continue" -> {
                goesOn = true;
                yield true;
            }
            default -> false;
        };
    }
}
