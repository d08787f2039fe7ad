package dev.ibplay.transport.umad;

import com.sun.jna.Function;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.LongByReference;
import com.sun.jna.ptr.PointerByReference;
import dev.ibplay.exec.Bytes;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;

/** The functions of the native library (native/src/ibplay.h). Its platforms have 64 bits, so a {@code size_t} is a long. */
final class UmadLibrary {
    /** Error numbers of Linux on all of the library's platforms. */
    static final int ECANCELED = 125;

    static final int ETIMEDOUT = 110;

    /**
     * What came of a call.
     *
     * @param error 0, or a number of Linux and no answer
     */
    record Answer(int error, Bytes frames) {}

    private final Function open;
    private final Function perform;
    private final Function free;
    private final Function cancel;
    private final Function close;

    private UmadLibrary(NativeLibrary library) {
        open = library.getFunction("ibplay_open");
        perform = library.getFunction("ibplay_perform");
        free = library.getFunction("ibplay_free");
        cancel = library.getFunction("ibplay_cancel");
        close = library.getFunction("ibplay_close");
    }

    /**
     * Loads a file.
     *
     * @throws UnsatisfiedLinkError when it cannot be loaded here
     */
    static UmadLibrary load(Path path) {
        return new UmadLibrary(NativeLibrary.getInstance(path.toString()));
    }

    Pointer open() {
        Pointer context = open.invokePointer(new Object[0]);
        if (Objects.isNull(context)) {
            throw new OutOfMemoryError("ibplay_open");
        }
        return context;
    }

    Answer perform(Pointer context, byte[] frame, Duration limit) {
        PointerByReference answer = new PointerByReference();
        LongByReference size = new LongByReference();
        int millis = Math.clamp(limit.toMillis(), 1, Integer.MAX_VALUE);
        int error = perform.invokeInt(new Object[] {context, frame, (long) frame.length, millis, answer, size});
        Pointer frames = answer.getValue();
        if (error != 0 || Objects.isNull(frames)) {
            return new Answer(error, Bytes.EMPTY);
        }
        try {
            return new Answer(0, Bytes.of(frames.getByteArray(0, Math.toIntExact(size.getValue()))));
        } finally {
            free.invokeVoid(new Object[] {frames});
        }
    }

    void cancel(Pointer context) {
        cancel.invokeVoid(new Object[] {context});
    }

    void close(Pointer context) {
        close.invokeVoid(new Object[] {context});
    }
}
