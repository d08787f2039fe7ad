package dev.ibplay.source;

import java.io.IOException;
import java.util.List;

/** The only way to the files that the user wrote. Paths are as the user gave them; relative ones start at the working directory. */
public interface SourceFiles {
    /** Reads a UTF-8 text file; a byte order mark at its start is dropped. */
    SourceText read(String path) throws IOException;

    /** What decrypts files and values of Ansible Vault. */
    default Vault vault() {
        return Vault.NONE;
    }

    boolean isFile(String path);

    boolean isDirectory(String path);

    boolean isExecutable(String path);

    /** The names in a folder, without their path, in the order of their code points. */
    List<String> list(String path) throws IOException;

    /** Runs an executable inventory and gives what it wrote to standard output. */
    SourceText run(String path, String... arguments) throws IOException;

    /** {@code child} below {@code parent}, as a path of the same form as {@code parent}. */
    static String below(String parent, String child) {
        return parent.isEmpty() || parent.equals(".")
                ? child
                : parent.endsWith("/") ? parent + child : parent + "/" + child;
    }

    /** The folder of a path: {@code .} when the path names none. */
    static String folderOf(String path) {
        int slash = path.lastIndexOf('/');
        return slash < 0 ? "." : slash == 0 ? "/" : path.substring(0, slash);
    }
}
