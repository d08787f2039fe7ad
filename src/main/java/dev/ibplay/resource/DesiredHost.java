package dev.ibplay.resource;

import java.util.List;

/**
 * What a playbook wants of one host, in the order of its plays.
 *
 * @param changeable whether anything of it may be changed
 */
public record DesiredHost(String host, boolean changeable, List<Wanted> wanted) {
    /**
     * One resource.
     *
     * @param play the play's number from 0, over all playbooks of the run
     * @param changeable false where the limit or the tags chosen leave it out: it is read, never changed
     */
    public record Wanted(int play, Resource resource, boolean changeable) {}

    public DesiredHost {
        wanted = List.copyOf(wanted);
    }

    /** Whether nothing is wanted of it: it is read for what others want. */
    public boolean isOnlyRead() {
        return !changeable && wanted.isEmpty();
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
