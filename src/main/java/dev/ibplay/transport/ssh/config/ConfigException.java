package dev.ibplay.transport.ssh.config;

/** A configuration cannot be used, for one host or at all. */
public final class ConfigException extends Exception {
    private static final long serialVersionUID = 1L;

    private final String place;
    private final String hint;

    public ConfigException(String place, String message, String hint) {
        super(message);
        this.place = place;
        this.hint = hint;
    }

    /** Where: {@code FILE:LINE}, or the name of the variable or option. */
    public String place() {
        return place;
    }

    public String hint() {
        return hint;
    }

    /** The message with its place. */
    public String full() {
        return place + ": " + getMessage();
    }
}
