package dev.ibplay.netstack;

import dev.ibplay.ib.IpoibMode;
import dev.ibplay.text.Rewrite;
import java.util.Optional;

/** What one file of a network stack says of one interface, and how to make it say something else. */
public interface InterfaceFile {
    /** The MTU in bytes that the stack would set at the next start; empty where the file leaves it to the kernel. */
    Optional<Integer> mtu();

    /** The IPoIB mode that the stack would set; empty where the file leaves it to the kernel. */
    Optional<IpoibMode> mode();

    /** The file's text with these values, all else kept byte for byte; an empty value is left as it is. */
    Rewrite with(Optional<Integer> mtu, Optional<IpoibMode> mode);
}
