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
     * It was made, and taken back by its guard: the host is in its old state.
     *
     * @param because why it was not confirmed
     */
    record Reverted(String because) implements StepResult {}
}
