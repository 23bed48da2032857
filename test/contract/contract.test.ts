import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Name } from "../../core/api/client-types.ts";
import { endpoints, names } from "../../core/api/table.ts";
import { startTestHost, type TestHost } from "../support/test-host.ts";
import { appContract } from "./app.contract.ts";
import { clusterContract } from "./cluster.contract.ts";
import { collectionsContract } from "./collections.contract.ts";
import { expressionsContract } from "./expressions.contract.ts";
import { hostContract } from "./host.contract.ts";
import { imageContract } from "./image.contract.ts";
import { prepareReaders, readersContract } from "./readers.contract.ts";
import { Recorded } from "./recorded.ts";
import { sendOverHttp, sendOverIpc } from "./send.ts";
import { prepareTrainings, tasksContract } from "./tasks.contract.ts";
import { termsContract } from "./terms.contract.ts";
import { textContract } from "./text.contract.ts";
import { compile, generateClient, programOf } from "./typescript-client.ts";

let host: TestHost;
beforeAll(async () => {
  host = await startTestHost({}, async (folder) => {
    await prepareTrainings(folder);
    await prepareReaders(folder);
  });
});
afterAll(() => host.end());

const recorded = new Recorded();
const transports = { ipc: sendOverIpc(() => host), http: sendOverHttp(() => host) };

for (const [transport, direct] of Object.entries(transports)) {
  const own = new Recorded();
  const send = own.through(recorded.through(direct));
  termsContract(transport, send);
  textContract(transport, send);
  readersContract(transport, send, () => host.folder);
  expressionsContract(transport, send);
  imageContract(transport, send);
  appContract(transport, send);
  collectionsContract(transport, send, () => host.folder);
  hostContract(transport, send, () => host.folder);
  clusterContract(transport, send);
  tasksContract(transport, send);

  it(`the suites have a call of every endpoint that is answered over ${transport}`, () => {
    expect(names.filter((name) => !own.answered.has(name))).toEqual([]);
  });
}

describe("a client that is generated from the OpenAPI document", () => {
  let client: string;
  beforeAll(async () => {
    client = await generateClient();
  });

  it("accepts every call that was answered, and knows the form of every answer", async () => {
    const program = programOf(recorded.answered);
    const isUsed = (name: Name) => program.includes(`paths["${endpoints[name].path}"]`);
    expect(names.filter((name) => !isUsed(name))).toEqual([]);
    expect(await compile(client, program)).toEqual([]);
  });

  it("refuses a call that the service would refuse", async () => {
    const wrong = `import type { components } from "./client.ts";
      const operand: components["schemas"]["TextOperand"] = { txt: "river" };
      const error: components["schemas"]["Error"]["details"] = { field: { deep: 1 } };`;
    expect(await compile(client, wrong)).toEqual([
      expect.stringContaining("txt"),
      expect.stringContaining("deep"),
    ]);
  });
});
