package dev.ibplay.resource;

import dev.ibplay.diag.Located;

/**
 * A further multicast group of a partition.
 *
 * @param mgid the group's address as partitions.conf takes it, such as {@code ff12:401b::0707}
 */
public record WantedGroup(Located<String> mgid, GroupParameters parameters) {}
