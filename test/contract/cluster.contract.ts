import { describe, expect, it } from "vitest";
import { startFakeCluster } from "../core/node/collections/connection/fake-cluster.ts";
import { ok, refused, type Send } from "./send.ts";

export function clusterContract(transport: string, send: Send): void {
  describe(`the cluster of collections over ${transport}`, () => {
    it("is tried, used and forgotten, and its password never comes back", async () => {
      const fake = await startFakeCluster();
      const given = { urls: [fake.url], user: "ann", password: "hunter2" };
      expect(await ok(send, "app.clusterCheck", given)).toMatchObject({
        usable: true,
        version: "3.8.0",
        nodes: 3,
      });
      expect(await ok(send, "app.cluster", {})).toMatchObject({ source: "none", urls: [] });
      expect(await ok(send, "app.clusterUse", given)).toMatchObject({ usable: true });
      const kept = await ok(send, "app.cluster", {});
      expect(kept).toEqual({
        source: "settings",
        urls: [fake.url],
        user: "ann",
        hasPassword: true,
        authorityFile: null,
      });
      expect(await ok(send, "app.clusterForget", {})).toEqual({ forgotten: true });
      expect(await ok(send, "app.cluster", {})).toMatchObject({ source: "none" });
      await fake.close();
    });

    it("is not used when it cannot be, and says why", async () => {
      const fake = await startFakeCluster({ banner: "<html>" });
      expect(await refused(send, "app.clusterUse", { urls: [fake.url] })).toMatchObject({
        code: "cluster-problem",
        details: { problem: "not-opensearch" },
      });
      expect(await ok(send, "app.cluster", {})).toMatchObject({ source: "none" });
      expect(
        await refused(send, "app.clusterCheck", { urls: ["https://ann:hunter2@one"] }),
      ).toMatchObject({ code: "bad-input", details: { field: "urls" } });
      await fake.close();
    });
  });
}
