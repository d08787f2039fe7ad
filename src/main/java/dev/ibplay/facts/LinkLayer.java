package dev.ibplay.facts;

import java.util.Locale;
import java.util.Optional;

/**
 * What an adapter's port speaks on its link.
 *
 * @param printed what the tool or the kernel says; empty where it says nothing
 */
public record LinkLayer(Kind kind, String printed) {
    /** The kinds that matter here: only the first one is managed. */
    public enum Kind {
        INFINIBAND,
        /** Calls itself InfiniBand, but has another link layer and no OpenSM. */
        OMNI_PATH,
        /** RDMA over Ethernet, in hardware or in software. */
        ROCE,
        IWARP,
        OTHER,
        /** Tools before 2010 do not say; there was hardly anything else then. */
        UNSAID
    }

    public static final LinkLayer INFINIBAND = new LinkLayer(Kind.INFINIBAND, "InfiniBand");
    public static final LinkLayer UNSAID = new LinkLayer(Kind.UNSAID, "");

    /**
     * Decides from what tools and sysfs print.
     *
     * @param adapter name and board of the adapter: Omni-Path's driver (hfi1) prints InfiniBand for the link layer
     * @param linkLayer {@code InfiniBand}, {@code IB}, {@code Ethernet} ...; empty where it is not said
     * @param transport {@code InfiniBand (0)}, {@code iWARP (1)}, on Windows {@code IB}, {@code RoCE} or {@code IWarp}, in
     *     sysfs and ibstat the type of the node; empty where it is not said
     */
    public static LinkLayer of(String adapter, String linkLayer, String transport) {
        String both = (linkLayer + " " + transport).toLowerCase(Locale.ROOT);
        String printed = linkLayer.isEmpty() ? transport : linkLayer;
        if (both.contains("iwarp") || both.contains("rnic")) {
            return new LinkLayer(Kind.IWARP, printed);
        }
        if (both.contains("usnic")) {
            return new LinkLayer(Kind.OTHER, transport);
        }
        String layer = printed.toLowerCase(Locale.ROOT);
        if (layer.startsWith("ethernet") || layer.startsWith("roce")) {
            return new LinkLayer(Kind.ROCE, printed);
        }
        if (layer.startsWith("infiniband") || layer.equals("ib")) {
            boolean omniPath = adapter.startsWith("hfi1_") || adapter.contains("Omni-Path");
            return linkLayer.isEmpty() && !layer.equals("ib")
                    ? new LinkLayer(omniPath ? Kind.OMNI_PATH : Kind.UNSAID, "")
                    : new LinkLayer(omniPath ? Kind.OMNI_PATH : Kind.INFINIBAND, printed);
        }
        return printed.isEmpty() ? UNSAID : new LinkLayer(Kind.OTHER, printed);
    }

    /** Whether ibplay manages such a port; one that is not said counts. */
    public boolean isManaged() {
        return kind == Kind.INFINIBAND || kind == Kind.UNSAID;
    }

    /** Why a port is left alone, for people; nothing for one that is managed. */
    public Optional<String> refusal() {
        return switch (kind) {
            case INFINIBAND, UNSAID -> Optional.empty();
            case OMNI_PATH -> Optional.of("Omni-Path, which OpenSM does not serve: not managed");
            case ROCE -> Optional.of("RoCE (Ethernet): not managed, it has no subnet manager and no partitions");
            case IWARP -> Optional.of("iWARP (Ethernet): not managed, it has no subnet manager and no partitions");
            case OTHER -> Optional.of(printed + " is not InfiniBand: not managed");
        };
    }

    /** In a word. */
    @Override
    public String toString() {
        return switch (kind) {
            case INFINIBAND -> "InfiniBand";
            case OMNI_PATH -> "Omni-Path";
            case ROCE -> "RoCE";
            case IWARP -> "iWARP";
            case OTHER -> printed;
            case UNSAID -> "not said";
        };
    }
}
