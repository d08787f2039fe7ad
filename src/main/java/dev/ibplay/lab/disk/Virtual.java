package dev.ibplay.lab.disk;

/** A file of sysfs or procfs: it is nowhere stored but made when it is looked at. */
public sealed interface Virtual permits Attribute, VirtualFolder, VirtualLink {}
