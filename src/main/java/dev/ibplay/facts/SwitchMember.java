package dev.ibplay.facts;

import dev.ibplay.ib.Membership;
import dev.ibplay.ib.PortGuid;
import java.util.Optional;

/**
 * A member of a partition of a switch's subnet manager.
 *
 * @param guid empty for all ports
 */
public record SwitchMember(Optional<PortGuid> guid, Membership membership) {}
