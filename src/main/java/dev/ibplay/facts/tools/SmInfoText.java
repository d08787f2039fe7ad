package dev.ibplay.facts.tools;

import dev.ibplay.ib.Lid;
import dev.ibplay.ib.PortGuid;
import java.util.Optional;

/**
 * What a subnet manager says of itself (SMInfo, IBA vol. 1, 14.2.5.13), as a tool prints it.
 *
 * @param activityCount rises while it works, 32 bits
 * @param priority 0..15: the one in force, which may differ from the configured one
 * @param state 0 not active, 1 discovering, 2 standby, 3 master; unknown from tools before 2007
 */
public record SmInfoText(Lid lid, PortGuid guid, long activityCount, int priority, Optional<Integer> state) {
    public static final int HIGHEST_PRIORITY = 15;
    public static final int HIGHEST_STATE = 3;
}
