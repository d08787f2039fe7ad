package dev.ibplay.exec;

/**
 * The local port that a management datagram leaves through.
 *
 * @param adapter the device's name under /sys/class/infiniband, for example {@code mlx5_0}
 * @param port the port's number, from 1
 */
public record MadPort(String adapter, int port) {
    @Override
    public String toString() {
        return adapter + "/" + port;
    }
}
