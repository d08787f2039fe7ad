package dev.ibplay.lab.disk;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The files of one disk by number: its own ones over what it shares with the disks it was copied from. A file that is gone
 * keeps its number in the shared part, where no name leads to it.
 */
final class Inodes {
    static final long ROOT = 2;

    /** Layers that one look-up goes through at most, before a copy puts them together. */
    private static final int MAX_DEPTH = 6;

    private record Layer(Map<Long, Inode> inodes, Optional<Layer> below, int depth) {
        Optional<Inode> find(long number) {
            Optional<Layer> at = Optional.of(this);
            while (at.isPresent()) {
                Optional<Inode> here = Optional.ofNullable(at.get().inodes.get(number));
                if (here.isPresent()) {
                    return here;
                }
                at = at.get().below;
            }
            return Optional.empty();
        }

        void collect(Map<Long, Inode> into) {
            below.ifPresent(layer -> layer.collect(into));
            into.putAll(inodes);
        }
    }

    private volatile Map<Long, Inode> own = new ConcurrentHashMap<>(4);
    private volatile Optional<Layer> shared;
    private long next;

    Inodes() {
        this(Optional.empty(), ROOT);
    }

    private Inodes(Optional<Layer> shared, long next) {
        this.shared = shared;
        this.next = next;
    }

    /** Another set with the same files. */
    Inodes copy() {
        if (!own.isEmpty()) {
            Layer top = new Layer(own, shared, shared.map(Layer::depth).orElse(0) + 1);
            shared = Optional.of(top.depth() > MAX_DEPTH ? flat(top) : top);
            own = new ConcurrentHashMap<>(4);
        }
        return new Inodes(shared, next);
    }

    private static Layer flat(Layer top) {
        Map<Long, Inode> all = new HashMap<>();
        top.collect(all);
        return new Layer(all, Optional.empty(), 1);
    }

    long nextNumber() {
        return next++;
    }

    void put(Inode inode) {
        own.put(inode.number(), inode);
    }

    void forget(Inode inode) {
        own.remove(inode.number());
    }

    /** A file that a folder names; empty when it has gone since the folder was looked at. */
    Optional<Inode> get(long number) {
        Optional<Inode> here = Optional.ofNullable(own.get(number));
        return here.or(() -> shared.flatMap(layer -> layer.find(number)));
    }
}
