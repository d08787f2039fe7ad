package dev.ibplay.lab.disk;

/** A symbolic link of sysfs or procfs. */
public record VirtualLink(String target) implements Virtual {}
