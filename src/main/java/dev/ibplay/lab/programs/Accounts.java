package dev.ibplay.lab.programs;

import dev.ibplay.lab.disk.Disk;
import dev.ibplay.lab.disk.Errno;
import java.util.Optional;
import java.util.stream.Stream;

/** The users and groups of a machine, from its /etc/passwd and /etc/group; root is always known. */
record Accounts(Disk disk) {
    private static final User ROOT = new User("root", 0, 0, "/root");

    /** One line of passwd(5). */
    record User(String name, long uid, long gid, String home) {}

    Optional<User> user(String nameOrNumber) {
        return Stream.concat(users(), Stream.of(ROOT))
                .filter(user -> user.name().equals(nameOrNumber)
                        || Long.toString(user.uid()).equals(nameOrNumber))
                .findFirst();
    }

    private Stream<User> users() {
        return lines("/etc/passwd")
                .map(line -> line.split(":", -1))
                .filter(f -> f.length >= 6 && f[2].matches("[0-9]{1,10}") && f[3].matches("[0-9]{1,10}"))
                .map(f -> new User(f[0], Long.parseLong(f[2]), Long.parseLong(f[3]), f[5]));
    }

    /** The number when it has no name. */
    String userName(long uid) {
        return user(Long.toString(uid)).map(User::name).orElse(Long.toString(uid));
    }

    String groupName(long gid) {
        return groups().filter(f -> f[2].equals(Long.toString(gid)))
                .map(f -> f[0])
                .findFirst()
                .orElse(gid == 0 ? "root" : Long.toString(gid));
    }

    Optional<Long> group(String nameOrNumber) {
        Optional<Long> named = groups().filter(f -> f[0].equals(nameOrNumber))
                .map(f -> Long.parseLong(f[2]))
                .findFirst();
        return named.or(() -> nameOrNumber.matches("[0-9]{1,10}")
                ? Optional.of(Long.parseLong(nameOrNumber))
                : Optional.of(0L).filter(root -> nameOrNumber.equals("root")));
    }

    private Stream<String[]> groups() {
        return lines("/etc/group")
                .map(line -> line.split(":", -1))
                .filter(f -> f.length >= 3 && f[2].matches("[0-9]{1,10}"));
    }

    private Stream<String> lines(String path) {
        try {
            return disk.read(path).lossyText().lines();
        } catch (Errno none) {
            return Stream.empty();
        }
    }
}
