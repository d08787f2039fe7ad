package dev.ibplay.exec;

/** A text that must not be shown. Its own {@code toString} hides it; {@link #reveal} is for the place that needs it. */
public final class Secret {
    private final String text;

    private Secret(String text) {
        this.text = text;
    }

    public static Secret of(String text) {
        return new Secret(text);
    }

    /** The text itself. Only a transport calls this, to hand it to the program that asks. */
    public String reveal() {
        return text;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Secret secret && text.equals(secret.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return "<hidden>";
    }
}
