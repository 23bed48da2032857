import { describe, expect, it } from "vitest";
import { startFakeCluster } from "../core/node/collections/connection/fake-cluster.ts";
import { ok, refused, type Send } from "./send.ts";

export function clusterContract(transport: string, send: Send): void {
  describe(`the cluster of collections over ${transport}`, () => {
    it("is tried, used and forgotten, and its password never comes back", async () => {
      const fake = await startFakeCluster();
      const given = { urls: [fake.url], user: "ann", password: "hunter2" };
      const ask = (action: "show" | "check" | "use" | "forget") =>
        ok(send, "app.cluster", {
          action,
          ...(action === "check" || action === "use" ? given : {}),
        });
      expect(await ask("check")).toMatchObject({
        source: "none",
        report: { usable: true, version: "3.8.0", nodes: 3 },
      });
      expect(await ok(send, "app.cluster", {})).toMatchObject({
        source: "none",
        urls: [],
        report: null,
      });
      const used = await ask("use");
      expect(used).toMatchObject({ source: "settings", report: { usable: true } });
      expect(await ask("show")).toEqual({
        source: "settings",
        urls: [fake.url],
        user: "ann",
        hasPassword: true,
        authorityFile: null,
        report: null,
      });
      expect(JSON.stringify(used)).not.toContain("hunter2");
      expect(await ask("forget")).toMatchObject({ source: "none", urls: [], report: null });
      expect(await ask("show")).toMatchObject({ source: "none" });
      await fake.close();
    });

    it("is not used when it cannot be, and says why", async () => {
      const fake = await startFakeCluster({ banner: "<html>" });
      expect(await refused(send, "app.cluster", { action: "use", urls: [fake.url] })).toMatchObject(
        {
          code: "cluster-problem",
          details: { problem: "not-opensearch" },
        },
      );
      expect(await ok(send, "app.cluster", {})).toMatchObject({ source: "none" });
      expect(
        await refused(send, "app.cluster", { action: "check", urls: ["https://ann:hunter2@one"] }),
      ).toMatchObject({ code: "bad-input", details: { field: "urls" } });
      expect(await refused(send, "app.cluster", { action: "use" })).toMatchObject({
        code: "bad-input",
        details: { field: "urls" },
      });
      await fake.close();
    });
  });
}
