package dev.ibplay.lab.operations;

import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.lab.disk.Errno;
import dev.ibplay.lab.machine.Invocation;
import dev.ibplay.lab.machine.Machine;
import dev.ibplay.lab.machine.Program;
import dev.ibplay.lab.machine.Step;
import dev.ibplay.transport.WaitingThreads;
import dev.ibplay.transport.helper.CarriedHelpers;
import dev.ibplay.transport.helper.FarEndFrames;
import dev.ibplay.transport.helper.FarEndFrames.Received;
import dev.ibplay.transport.helper.MalformedFrame;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** The helper (native/PROTOCOL.md, "Start"), wherever its bytes are run on a machine. */
public final class HelperProgram implements Program {
    /** Where a lab's hosts have one, for builds that carry none to send. */
    public static final String PATH = "/usr/lib/ibplay/helper";

    private static final int BUFFER_BYTES = 32 << 10;
    private static final int PROTOCOL = 2;

    /** Has a machine know every helper that this build carries, and have one of its own. */
    public static void teach(Machine machine) throws Errno {
        Program program = new HelperProgram();
        machine.install(PATH, program);
        CarriedHelpers.sha256().forEach(sha256 -> machine.knows(sha256, program));
    }

    @Override
    public int run(Invocation call) throws InterruptedException, IOException {
        List<String> arguments = call.arguments();
        if (arguments.size() == 3 && arguments.get(1).equals("-t")) {
            return 0;
        }
        if (arguments.size() != 3) {
            String usage =
                    "usage: " + arguments.getFirst() + " MARKER MARKER (the far end of ibplay; not for use by hand)\n";
            call.stderr().write(usage.getBytes(StandardCharsets.UTF_8));
            return PROTOCOL;
        }
        return new Session(call).serve(arguments.get(1) + arguments.get(2));
    }

    /** What came in: a batch, the end of the input, or something to refuse. */
    private sealed interface Input {
        record Frame(Received received) implements Input {}

        record End() implements Input {}

        record Malformed(String why) implements Input {}
    }

    private static final class Session {
        private final Invocation call;
        private final Operations operations;
        private final BufferedOutputStream out;
        private final BlockingQueue<Input> inputs = new LinkedBlockingQueue<>();
        private final boolean isLogin;
        private int steps;

        Session(Invocation call) {
            this.call = call;
            this.operations = new Operations(call.machine(), call.process(), call.environment());
            this.isLogin = isConnected();
            this.out = new BufferedOutputStream(call.stdout(), BUFFER_BYTES);
        }

        private boolean isConnected() {
            return call.machine().logins().isOpen(call.process().controlGroup());
        }

        int serve(String marker) throws InterruptedException, IOException {
            out.write((marker + " start\n").getBytes(StandardCharsets.UTF_8));
            out.flush();
            WaitingThreads.builder()
                    .name("helper-input-" + call.process().pid())
                    .start(this::listen);
            Optional<Integer> status = Optional.empty();
            while (status.isEmpty()) {
                status = serveOne(inputs.take());
            }
            operations.close();
            return status.get();
        }

        /** Reads on while a batch runs, since the end of the input cancels it. */
        private void listen() {
            call.process().enter(Thread.currentThread());
            try {
                Optional<Received> frame = FarEndFrames.read(call.stdin());
                while (frame.isPresent()) {
                    inputs.add(new Input.Frame(frame.get()));
                    frame = FarEndFrames.read(call.stdin());
                }
                operations.cancel();
                inputs.add(new Input.End());
            } catch (MalformedFrame refused) {
                inputs.add(new Input.Malformed(String.valueOf(refused.getMessage())));
            } catch (IOException broken) {
                operations.cancel();
                inputs.add(new Input.End());
            } finally {
                call.process().leave(Thread.currentThread());
            }
        }

        /** The exit status, once it is over. */
        private Optional<Integer> serveOne(Input input) throws InterruptedException, IOException {
            return switch (input) {
                case Input.End end -> Optional.of(0);
                case Input.Malformed malformed -> {
                    out.write(FarEndFrames.refusal(malformed.why()));
                    out.flush();
                    yield Optional.of(PROTOCOL);
                }
                case Input.Frame frame -> run(frame.received());
            };
        }

        private Optional<Integer> run(Received received) throws InterruptedException, IOException {
            BatchRun.Listener listener = new BatchRun.Listener() {
                @Override
                public void before(Operation operation) throws InterruptedException {
                    steps++;
                    call.machine().faults().before(new Step(call.machine(), call.process(), steps, operation));
                    // The end of the input is on its way; what comes next must not depend on who is faster.
                    if (isLogin && !isConnected()) {
                        operations.cancel();
                    }
                }

                @Override
                public void outcome(int index, Outcome outcome) throws IOException {
                    out.write(FarEndFrames.outcome(received.number(), index, outcome));
                }
            };
            try {
                boolean whole = new BatchRun(operations, received.batch(), listener).run();
                out.flush();
                return whole ? Optional.empty() : Optional.of(0);
            } catch (IOException controllerGone) {
                return Optional.of(0);
            }
        }
    }
}
