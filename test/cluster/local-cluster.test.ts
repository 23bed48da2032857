import { describe, expect, inject, it } from "vitest";

const why = inject("whyNoCluster");

describe.skipIf(why !== "")(`the cluster that tests start${why === "" ? "" : `: ${why}`}`, () => {
  it("has three nodes of one cluster, each at an address of its own", async () => {
    const nodes = await Promise.all(
      inject("clusterUrls").map(async (url) => (await fetch(url)).json()),
    );
    expect(nodes.map(({ name }) => name)).toEqual(["node-1", "node-2", "node-3"]);
    expect(new Set(nodes.map((node) => node.cluster_uuid)).size).toBe(1);
  });
});
