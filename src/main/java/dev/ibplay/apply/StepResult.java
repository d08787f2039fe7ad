package dev.ibplay.apply;

/** What became of a step. */
public sealed interface StepResult {
    /** It was done, and changed something. */
    record Changed() implements StepResult {}

    /** There was nothing to do: the target was reached already, or it was a question with the right answer. */
    record Ok() implements StepResult {}

    /**
     * It could not be done.
     *
     * @param because what stood in the way
     * @param undone whether the host is in its old state as far as this step goes
     */
    record Failed(String because, boolean undone) implements StepResult {}

    /**
     * The run is to stop, and so it was waited for no longer; a question only, which changes nothing.
     *
     * @param because what was waited for
     */
    record Interrupted(String because) implements StepResult {}

    /**
     * It was made, and taken back by its guard: the host is in its old state.
     *
     * @param because why it was not confirmed
     */
    record Reverted(String because) implements StepResult {}
}
