package dev.ibplay.playbook;

import java.util.List;

/** The plays of one file. */
public record Playbook(String file, List<Play> plays) {
    public Playbook {
        plays = List.copyOf(plays);
    }
}
