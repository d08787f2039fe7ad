package dev.ibplay.lab.shell;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** A shell's variables, with those that functions have for themselves. */
final class Variables {
    private final Map<String, Variable> all;
    /** What the variables were before {@code local}, innermost function first. */
    private final Deque<Map<String, Optional<Variable>>> hidden = new ArrayDeque<>();

    private record Variable(Optional<String> value, boolean exported, boolean readOnly) {
        static final Variable UNSET = new Variable(Optional.empty(), false, false);
    }

    private Variables(Map<String, Variable> all) {
        this.all = all;
    }

    /** Starts with an environment. */
    static Variables of(Map<String, String> environment) {
        Map<String, Variable> all = new HashMap<>();
        environment.forEach((name, value) -> all.put(name, new Variable(Optional.of(value), true, false)));
        return new Variables(all);
    }

    Variables copy() {
        Variables copy = new Variables(new HashMap<>(all));
        hidden.descendingIterator().forEachRemaining(scope -> copy.hidden.push(new HashMap<>(scope)));
        return copy;
    }

    Optional<String> get(String name) {
        return look(name).value();
    }

    private Variable look(String name) {
        return all.getOrDefault(name, Variable.UNSET);
    }

    void set(String name, String value) {
        Variable old = checked(name);
        all.put(name, new Variable(Optional.of(value), old.exported(), false));
    }

    void unset(String name) {
        checked(name);
        all.remove(name);
    }

    private Variable checked(String name) {
        Variable old = look(name);
        if (old.readOnly()) {
            throw new ShellError(0, name + ": is read only");
        }
        return old;
    }

    void export(String name) {
        Variable old = look(name);
        all.put(name, new Variable(old.value(), true, old.readOnly()));
    }

    void protect(String name) {
        Variable old = look(name);
        all.put(name, new Variable(old.value(), old.exported(), true));
    }

    /** Begins what {@link #leave} ends: what {@link #local} hides comes back then. */
    void enter() {
        hidden.push(new HashMap<>());
    }

    void leave() {
        hidden.pop().forEach((name, old) -> old.ifPresentOrElse(v -> all.put(name, v), () -> all.remove(name)));
    }

    boolean isInFunction() {
        return !hidden.isEmpty();
    }

    /** The variable keeps its value but becomes the current function's own, as in dash. */
    void local(String name) {
        hidden.element().putIfAbsent(name, Optional.ofNullable(all.get(name)));
    }

    Map<String, String> environment() {
        return values(true, false);
    }

    /** Names with values, ordered. */
    SortedMap<String, String> values(boolean exportedOnly, boolean readOnlyOnly) {
        SortedMap<String, String> values = new TreeMap<>();
        all.forEach((name, variable) -> {
            if ((variable.exported() || !exportedOnly) && (variable.readOnly() || !readOnlyOnly)) {
                variable.value().ifPresent(value -> values.put(name, value));
            }
        });
        return values;
    }
}
