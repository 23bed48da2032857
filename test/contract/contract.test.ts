import { afterAll, beforeAll } from "vitest";
import { startTestHost, type TestHost } from "../support/test-host.ts";
import { appContract } from "./app.contract.ts";
import { clusterContract } from "./cluster.contract.ts";
import { expressionsContract } from "./expressions.contract.ts";
import { hostContract } from "./host.contract.ts";
import { imageContract } from "./image.contract.ts";
import { sendOverHttp, sendOverIpc } from "./send.ts";
import { termsContract } from "./terms.contract.ts";
import { textContract } from "./text.contract.ts";

let host: TestHost;
beforeAll(async () => {
  host = await startTestHost();
});
afterAll(() => host.end());

const transports = { ipc: sendOverIpc(() => host), http: sendOverHttp(() => host) };

for (const [transport, send] of Object.entries(transports)) {
  termsContract(transport, send);
  textContract(transport, send);
  expressionsContract(transport, send);
  imageContract(transport, send);
  appContract(transport, send);
  hostContract(transport, send, () => host.folder);
  clusterContract(transport, send);
}
