/**
 * The text of InfiniBand tools (infiniband-diags, libibverbs, OFED back to 2006, WinOF, the community's tools for ESXi),
 * used where no management datagram can be sent, and read from saved outputs. Pure parsers: text in, values or a reason why
 * it cannot be read out.
 */
@NullMarked
package dev.ibplay.facts.tools;

import org.jspecify.annotations.NullMarked;
