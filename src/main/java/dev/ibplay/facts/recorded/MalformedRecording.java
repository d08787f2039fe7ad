package dev.ibplay.facts.recorded;

/** A line of a recording is not what it should be; the message says why. */
final class MalformedRecording extends Exception {
    private static final long serialVersionUID = 1L;

    MalformedRecording(String message) {
        super(message);
    }
}
