package dev.ibplay.facts.linux;

import dev.ibplay.facts.InterfaceOwner;
import dev.ibplay.netstack.NetworkLink;
import java.util.Optional;

/** One network stack's claim to an interface. */
interface StackOwner {
    /** What the stack, as it runs now, says of the interface; nothing where it does not run or leaves the interface alone. */
    Optional<InterfaceOwner> now(NetworkLink link);

    /**
     * What the stack's files say of the interface, where the stack does not run now but will after the next start of the
     * host; nothing where {@link #now} has the say.
     */
    Optional<InterfaceOwner> atBoot(NetworkLink link);

    /**
     * What the stack's files say of an interface that does not exist now, where the stack runs or will after the next start of
     * the host.
     */
    Optional<InterfaceOwner> configured(NetworkLink link);

    /** Why the stack's part cannot be told; nothing where it can. */
    Optional<InterfaceOwner> doubt();
}
