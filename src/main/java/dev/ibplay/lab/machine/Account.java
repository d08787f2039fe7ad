package dev.ibplay.lab.machine;

/** Who logs in. */
public record Account(String user, long uid, String home) {
    public static final Account ROOT = new Account("root", 0, "/root");
}
