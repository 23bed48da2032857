import { afterAll, beforeAll, describe, inject, it } from "vitest";
import { collectionsContract } from "../contract/collections.contract.ts";
import { sendOverHttp } from "../contract/send.ts";
import { startTestHost, type TestHost } from "../support/test-host.ts";

const why = inject("whyNoCluster");

describe.skipIf(why !== "")("a service whose collections are in a cluster", () => {
  if (why !== "") it(why);
  let host: TestHost;
  beforeAll(async () => {
    host = await startTestHost({ cluster: { urls: inject("clusterUrls") } });
  });
  afterAll(() => host.end());

  collectionsContract(
    "http with a cluster",
    sendOverHttp(() => host),
  );
});
