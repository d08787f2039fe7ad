package dev.ibplay.diag;

/** A value together with the place in a file that it was read from. */
public record Located<T>(T value, Span span) {}
