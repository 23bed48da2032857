import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkConnection } from "../../../../../core/node/collections/connection/check-connection.ts";
import { type FakeCluster, startFakeCluster } from "./fake-cluster.ts";
import { CERTIFICATE } from "./test-certificate.ts";
import { startTlsProxy, type TlsProxy } from "./tls-proxy.ts";

const PATIENCE = { reading: 300, writing: 300 };
const ACCOUNT = { user: "ann", password: "säcret:1" };

let cluster: FakeCluster;
let proxy: TlsProxy;
beforeEach(async () => {
  cluster = await startFakeCluster();
  proxy = await startTlsProxy(cluster.url, ACCOUNT);
});
afterEach(async () => {
  await proxy.close();
  await cluster.close();
});

const check = (connection: object) =>
  checkConnection({ urls: [proxy.url], ...connection }, PATIENCE);

describe("a cluster behind TLS and a password", () => {
  it("can be used with the right password", async () => {
    expect(await check({ ...ACCOUNT, authority: CERTIFICATE })).toMatchObject({
      usable: true,
      message: "OpenSearch 3.8.0 with 3 nodes, ready for collections.",
    });
    expect(cluster.seen.length).toBeGreaterThan(0);
  });

  for (const [title, account] of [
    ["a wrong password", { user: "ann", password: "hunter2" }],
    ["another user", { user: "bob", password: ACCOUNT.password }],
    ["no password at all", {}],
  ] as const)
    it(`says in a sentence that it does not accept ${title}`, async () => {
      const report = await check({ ...account, authority: CERTIFICATE });
      expect(report).toMatchObject({
        usable: false,
        problem: "sign-in",
        message: `The cluster at ${proxy.url} does not accept the user name and password.`,
      });
      expect(cluster.seen).toEqual([]);
    });

  it("is sent no password while its certificate is not trusted", async () => {
    const report = await check(ACCOUNT);
    expect(report).toMatchObject({ usable: false, problem: "certificate" });
    expect(report.message).toMatch(
      /^The certificate of https:.* cannot be trusted: .* Name the file of the authority that issued it\.$/,
    );
    expect(report.message).not.toContain(ACCOUNT.password);
    expect(proxy.arrived()).toBe(0);
  });
});
