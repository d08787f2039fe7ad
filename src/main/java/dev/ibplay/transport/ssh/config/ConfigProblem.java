package dev.ibplay.transport.ssh.config;

/**
 * A fault of a configuration file, for which OpenSSH would refuse to connect to anybody.
 *
 * @param line counted from 1; 0 for the file as a whole
 */
public record ConfigProblem(String file, int line, String message, String hint) {
    public String place() {
        return line == 0 ? file : file + ":" + line;
    }
}
