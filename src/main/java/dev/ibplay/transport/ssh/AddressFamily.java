package dev.ibplay.transport.ssh;

/** Which addresses of a host are tried. */
public enum AddressFamily {
    ANY,
    INET,
    INET6
}
