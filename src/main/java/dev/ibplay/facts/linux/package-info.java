/**
 * The text of the InfiniBand diagnostic tools on Linux (infiniband-diags, rdma-core and OFED back to 2006), used where no
 * management datagram can be sent. Pure parsers: text in, values or a reason why it cannot be read out.
 */
@NullMarked
package dev.ibplay.facts.linux;

import org.jspecify.annotations.NullMarked;
