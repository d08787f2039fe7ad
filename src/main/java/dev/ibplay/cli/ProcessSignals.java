package dev.ibplay.cli;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Hears the signals that ask a process to end. They are heard by {@code sun.misc.Signal} (module jdk.unsupported), by reflection:
 * javac warns of its name in a way that cannot be turned off, and warnings are errors here. A signal that the process was
 * started to ignore, as nohup does with HUP, stays ignored.
 */
final class ProcessSignals implements AutoCloseable {
    /** Ctrl-C, the usual request to end, and a terminal that is gone. */
    static final List<String> ENDING = List.of("INT", "TERM", "HUP");

    private record Replaced(Object signal, Object handler) {}

    private final List<Replaced> replaced = new ArrayList<>();

    private ProcessSignals() {}

    /** Gives the names of the signals to {@code heard}, each on a thread of its own, until this is closed. */
    @SuppressWarnings("ReferenceEquality") // a proxy is equal to itself only
    static ProcessSignals hear(Consumer<String> heard) {
        var signals = new ProcessSignals();
        try {
            Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
            Object handler = Proxy.newProxyInstance(
                    ProcessSignals.class.getClassLoader(),
                    new Class<?>[] {handlerType},
                    (self, method, arguments) -> switch (method.getName()) {
                        case "handle" -> {
                            heard.accept(nameOf(arguments[0]));
                            yield null;
                        }
                        case "equals" -> self == arguments[0];
                        case "hashCode" -> System.identityHashCode(self);
                        default -> "signals of " + ProcessSignals.class.getName();
                    });
            for (String name : ENDING) {
                signals.replace(name, handler);
            }
        } catch (ReflectiveOperationException expected) {
            // A runtime without jdk.unsupported: a shutdown hook hears of the end, too.
            return signals;
        }
        return signals;
    }

    private static String nameOf(Object signal) throws ReflectiveOperationException {
        return String.valueOf(signal.getClass().getMethod("getName").invoke(signal));
    }

    private void replace(String name, Object handler) throws ReflectiveOperationException {
        Class<?> type = Class.forName("sun.misc.Signal");
        try {
            Object signal = type.getConstructor(String.class).newInstance(name);
            replaced.add(new Replaced(signal, handle(signal, handler)));
        } catch (InvocationTargetException expected) {
            // The JVM keeps it for itself (-Xrs) or the system has none of this name.
        }
    }

    private static Object handle(Object signal, Object handler) throws ReflectiveOperationException {
        Method method = Class.forName("sun.misc.Signal")
                .getMethod("handle", Class.forName("sun.misc.Signal"), Class.forName("sun.misc.SignalHandler"));
        return method.invoke(null, signal, handler);
    }

    /** Whoever heard them before hears them again. */
    @Override
    public void close() {
        for (Replaced each : replaced) {
            try {
                handle(each.signal(), each.handler());
            } catch (ReflectiveOperationException expected) {
                // It was accepted before; if it is not now, this one goes on hearing it, which does no harm.
            }
        }
        replaced.clear();
    }
}
