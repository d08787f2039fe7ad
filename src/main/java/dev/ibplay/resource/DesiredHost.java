package dev.ibplay.resource;

import java.util.List;

/**
 * What a playbook wants of one host, in the order of its plays.
 *
 * @param changeable false for a host outside {@code --limit} or the tags chosen: it is read, never changed
 */
public record DesiredHost(String host, boolean changeable, List<Wanted> wanted) {
    /**
     * One resource.
     *
     * @param play the play's number from 0, over all playbooks of the run
     */
    public record Wanted(int play, Resource resource) {}

    public DesiredHost {
        wanted = List.copyOf(wanted);
    }

    /** The wanted resources of one kind. */
    public <T extends Resource> List<T> all(Class<T> kind) {
        return wanted.stream()
                .map(Wanted::resource)
                .filter(kind::isInstance)
                .map(kind::cast)
                .toList();
    }
}
