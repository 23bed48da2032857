import { afterEach, describe, expect, it } from "vitest";
import { checkConnection } from "../../../../../core/node/collections/connection/check-connection.ts";
import { BANNER, type FakeCluster, type FakeOptions, startFakeCluster } from "./fake-cluster.ts";
import { CERTIFICATE } from "./test-certificate.ts";

const PATIENCE = { reading: 300, writing: 300 };
const running: FakeCluster[] = [];

async function start(options?: FakeOptions): Promise<FakeCluster> {
  const cluster = await startFakeCluster(options);
  running.push(cluster);
  return cluster;
}

async function check(options: FakeOptions, connection: object = {}) {
  const { url } = await start(options);
  return checkConnection({ urls: [url], ...connection }, PATIENCE);
}

describe("checkConnection", () => {
  afterEach(async () => {
    await Promise.all(running.splice(0).map((cluster) => cluster.close()));
  });

  it("tells version, nodes and clauses of a cluster that can be used, and clears up", async () => {
    const cluster = await start();
    expect(await checkConnection({ urls: [cluster.url] }, PATIENCE)).toEqual({
      usable: true,
      problem: "",
      message: "OpenSearch 3.8.0 with 3 nodes, ready for collections.",
      version: "3.8.0",
      nodes: 3,
      clauses: 2048,
    });
    const made = cluster.seen.find(({ method }) => method === "PUT")?.path;
    expect(cluster.seen.find(({ method }) => method === "DELETE")?.path).toBe(made);
  });

  it("signs in with user and password", async () => {
    const cluster = await start();
    await checkConnection({ urls: [cluster.url], user: "ann", password: "säcret:1" }, PATIENCE);
    expect(new Set(cluster.seen.map(({ user }) => user))).toEqual(new Set(["ann:säcret:1"]));
  });

  it("says that nobody answers", async () => {
    const cluster = await startFakeCluster();
    await cluster.close();
    const report = await checkConnection({ urls: [cluster.url] }, PATIENCE);
    expect(report).toMatchObject({ usable: false, problem: "unreachable" });
    expect(report.message).toMatch(/^The cluster at http:.* does not answer: /);
  });

  it("trusts a certificate of the authority that is named, and no other", async () => {
    expect(await check({ isSecure: true })).toMatchObject({
      usable: false,
      problem: "certificate",
      message: expect.stringMatching(/^The certificate of https:.* cannot be trusted: /),
    });
    expect(await check({ isSecure: true }, { authority: CERTIFICATE })).toMatchObject({
      usable: true,
    });
  });

  for (const [title, options, problem, message] of [
    ["a wrong password", { refuse: { GET: 401 } }, "sign-in", /does not accept the user name/],
    ["missing rights", { refuse: { PUT: 403 } }, "rights", /may not do this.*semascope-\*/],
    ["another program", { banner: "<html>hello</html>" }, "not-opensearch", /is not OpenSearch/],
    [
      "another database",
      { banner: { version: { number: "9.0.0" } } },
      "not-opensearch",
      /is not OpenSearch/,
    ],
    [
      "an old version",
      { banner: { version: { ...BANNER.version, number: "1.3.2" } } },
      "version",
      /runs OpenSearch 1\.3\.2; version 2 or newer/,
    ],
    ["a full queue", { refuse: { POST: 429 } }, "busy", /is overloaded/],
  ] as const)
    it(`says so of ${title}, and never tells the password`, async () => {
      const report = await check(options, { user: "ann", password: "hunter2" });
      expect(report).toMatchObject({ usable: false, problem });
      expect(report.message).toMatch(message);
      expect(JSON.stringify(report)).not.toContain("hunter2");
    });
});
