package dev.ibplay.plan;

/**
 * Something that is prepared and waits for a reboot, for a driver to be loaded anew, or for hosts that are out of reach; ibplay can do
 * nothing about it.
 *
 * @param resource the resource's key, as in {@link Difference}
 * @param until what it waits for, as the end of a sentence: {@code until node5 has rebooted}
 */
public record Held(String host, String resource, String until) {
    /** Whether a difference is there only because of this. */
    public boolean explains(Difference difference) {
        return difference.host().equals(host) && difference.resource().equals(resource);
    }
}
