package dev.ibplay.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.ibplay.plan.chain.PartitionChain;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A small fabric for people and for programs. */
class FabricTextTest {
    private static PartitionChain chain() {
        FabricNames names = SeenFabric.names();
        List<PartitionChain> chains = PartitionChain.of(names.fabrics().getFirst(), names.observed());
        assertThat(chains).hasSize(1);
        return chains.getFirst();
    }

    @Test
    void tables() {
        assertThat(FabricText.of(SeenFabric.names())).isEqualTo("""
            Fabric 1: 1 switch, 3 adapters, 3 links; looked at from one mlx5_0/1

            Subnet managers
              STATE   PRIORITY  LID  HOST          PORT
              MASTER  9         0    two mlx5_0/1  "two <HCA-1>" port 1 (0x0000000000000201)

            Multicast groups
              P_KEY   MTU   RATE  MLID    MGID
              0xffff  2048  -     0x0000  ff12:401b:ffff:0:0:0:ffff:ffff

            Switch "leaf "1"" 0x0000000000000a00, LID 0: 3 of 4 ports in use
              PORT  LINK  MTU  MTUCAP     TO
              1     -     -    4096/4096  one mlx5_0/1, "one HCA-1" port 1
              2     -     -    4096/4096  two mlx5_0/1, "two <HCA-1>" port 1
              3     -     -    4096/4096  "three HCA-1" port 1

            Ports of adapters
              HOST          PORT                                       LID  SMLID  STATE   LINK  MTU  MTUCAP  P_KEYS
              one mlx5_0/1  "one HCA-1" port 1 (0x0000000000000101)    0    0      Active  -     -    4096    0xffff
              two mlx5_0/1  "two <HCA-1>" port 1 (0x0000000000000201)  0    0      Active  -     -    4096    0xffff
              -             "three HCA-1" port 1 (0x0000000000000301)  0    0      Active  -     -    4096    0xffff

            Remarks
              of no host of the inventory: "three HCA-1" port 1 (0x0000000000000301)

            Hosts in no fabric
              far: its ports were found in no fabric that was looked at
            """);
    }

    @Test
    void json() throws JsonProcessingException {
        JsonNode document = JsonMapper.builder().build().readTree(JsonText.of(FabricJson.of(SeenFabric.names())));

        JsonNode fabric = document.at("/fabrics/0");
        assertThat(fabric.at("/vantage").asText()).isEqualTo("one mlx5_0/1");
        assertThat(fabric.at("/subnet_managers/0/priority").asInt()).isEqualTo(9);
        assertThat(fabric.at("/subnet_managers/0/host").asText()).isEqualTo("two mlx5_0/1");
        assertThat(fabric.at("/groups/0/mtu").asInt()).isEqualTo(2048);
        assertThat(fabric.at("/nodes")).hasSize(4);
        assertThat(fabric.at("/links")).hasSize(3);
        assertThat(fabric.at("/unknown_ports/0").asText()).isEqualTo("0x0000000000000301");
        assertThat(document.at("/hosts_outside/far").asText()).startsWith("its ports were found in no fabric");
    }

    @Test
    void theChainOfAPartition() {
        assertThat(MtuText.of(chain(), 4092)).isEqualTo("""
            Partition 0xffff: group MTU 2048, 2 interfaces
              USABLE  PAIRS  LIMITED BY
              1500    1      two ib0
              for 4092:
                the group of 0xffff: raise the partition's mtu and restart its subnet managers
                one ib0: set mtu to 4092
                two ib0: set mtu to 4092
            """);
    }

    @Test
    void everyLayerBetweenTwoHosts() {
        PartitionChain chain = chain();
        var pair = chain.chain()
                .between(chain.end("one").orElseThrow(), chain.end("two").orElseThrow());
        assertThat(MtuText.between(pair, 2044)).isEqualTo("""
            From one ib0 to two ib0: 1500 bytes
              CARRIES     LAYER                                WHAT
              4092        the interface's mode                 one ib0 (datagram)
              2044        the interface's MTU                  one ib0
              4092        the adapter or its driver            one port 1
              4092        the link between adapter and switch  the link "one HCA-1" port 1 - "leaf "1"" port 1
              2044        the partition's IPoIB group          the group of 0xffff
              4092        the link between adapter and switch  the link "two <HCA-1>" port 1 - "leaf "1"" port 2
              4092        the adapter or its driver            two port 1
              4092        the interface's mode                 two ib0 (datagram)
              1500     <  the interface's MTU                  two ib0
              for 2044:
                two ib0: set mtu to 2044
            """);
    }

    @Test
    void theChainForPrograms() throws JsonProcessingException {
        JsonNode document = JsonMapper.builder().build().readTree(JsonText.of(MtuJson.of(chain(), 4092)));

        assertThat(document.at("/group_mtu").asInt()).isEqualTo(2048);
        assertThat(document.at("/pairs/0/usable").asInt()).isEqualTo(1500);
        assertThat(document.at("/pairs/0/layers").findValuesAsText("kind"))
                .containsExactly(
                        "mode", "interface", "adapter", "link", "group", "link", "adapter", "mode", "interface");
        assertThat(document.at("/pairs/0/layers/4/remedy").asText())
                .isEqualTo("the group of 0xffff: raise the partition's mtu and restart its subnet managers");
    }
}
