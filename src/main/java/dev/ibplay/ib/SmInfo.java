package dev.ibplay.ib;

/**
 * What a subnet manager says of itself.
 *
 * @param guid the port GUID that it runs on, as a number: 0 while it starts
 * @param activityCount rises while it works
 * @param priority 0..15, the one that it works with now
 */
public record SmInfo(long guid, long activityCount, int priority, SmState state) {
    /** Decodes the attribute. */
    public static SmInfo decode(byte[] data) {
        return new SmInfo(
                MadField.SM_GUID.in(data),
                MadField.SM_ACTIVITY_COUNT.in(data),
                MadField.SM_PRIORITY.intIn(data),
                SmState.ofCode(MadField.SM_STATE.intIn(data)));
    }
}
