/**
 * The configuration files of network stacks as lossless documents: what each says of an interface's MTU and IPoIB mode, and
 * the smallest edit that makes it say something else.
 */
@NullMarked
package dev.ibplay.netstack;

import org.jspecify.annotations.NullMarked;
