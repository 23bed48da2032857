import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Endpoint } from "../../../../core/api/schema/define-endpoint.ts";
import { endpoints, names } from "../../../../core/api/table.ts";
import { startTestHost, type TestHost } from "../../../support/test-host.ts";

/**
 * Every method of `retinasdk` 1.0.7 from npm, byte for byte as it was recorded between that client and this service;
 * only key and host were made placeholders. Its synchronous calls announce a body on GET that they never send.
 */
const recorded = JSON.parse(
  readFileSync(new URL("./recorded-requests.json", import.meta.url), "utf8"),
) as readonly { readonly call: string; readonly request: string }[];

let host: TestHost;
beforeAll(async () => {
  host = await startTestHost();
});
afterAll(() => host.end());

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/** Sends the bytes of a request and reads one reply to its end. */
function exchange(request: string): Promise<Answer> {
  const { hostname, port, host: name } = new URL(host.url);
  const bytes = request.replace("KEY", host.apiKey ?? "").replace("HOST", name);
  return new Promise((resolve, reject) => {
    let text = "";
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.setEncoding("latin1");
    socket.on("error", reject);
    socket.on("close", () =>
      reject(new Error("The connection was closed before the reply was whole.")),
    );
    socket.on("data", (chunk: string) => {
      text += chunk;
      const answer = wholeAnswer(text);
      if (answer === undefined) return;
      resolve(answer);
      socket.destroy();
    });
  });
}

function wholeAnswer(text: string): Answer | undefined {
  const [head = "", ...rest] = text.split("\r\n\r\n");
  const body = rest.join("\r\n\r\n");
  const field = (name: string) => new RegExp(`\r\n${name}: ([^\r]*)`, "i").exec(head)?.[1];
  if (rest.length === 0 || body.length < Number(field("content-length"))) return undefined;
  return { status: Number(head.slice(9, 12)), type: field("content-type") ?? "", body };
}

/** The endpoint that a request line means. */
function endpointOf(request: string): Endpoint {
  const [, method, path] = /^(\w+) \/rest([^ ?]*)/.exec(request) ?? [];
  const name = names.find(
    (known) => endpoints[known].method === method && endpoints[known].path === path,
  );
  if (name === undefined) throw new Error(`No endpoint is ${method} ${path}.`);
  return endpoints[name];
}

const ajv = new Ajv2020({ strict: false });
const isWrong = ({ call }: { call: string }) => call.startsWith("wrong.");

describe("a public client, unchanged", () => {
  it.each(recorded.filter((entry) => !isWrong(entry)))(
    "gets what it reads: $call",
    async ({ request }) => {
      const { status, type, body } = await exchange(request);
      expect(status, body).toBe(200);
      const endpoint = endpointOf(request);
      if (endpoint.replyAs === "media") {
        expect(type).toBe("image/png");
        expect(body).toMatch(/^iVBOR[A-Za-z0-9+/]+=*$/);
        return;
      }
      expect(type).toBe("application/json");
      const value: unknown = JSON.parse(body);
      expect(ajv.validate(endpoint.output, value), ajv.errorsText()).toBe(true);
      expect(JSON.stringify(value)).not.toMatch(/^(\[\]|\{\})$/);
    },
  );

  it.each(recorded.filter(isWrong))("is told what is wrong: $call", async ({ request }) => {
    const { status, type, body } = await exchange(request);
    expect(status).toBe(400);
    expect(type).toBe("application/json");
    expect(JSON.parse(body)).toMatchObject({
      code: expect.any(String),
      message: expect.any(String),
    });
  });

  it("calls every endpoint of the contract", () => {
    const called = new Set(recorded.map(({ request }) => endpointOf(request).path));
    const contract = names
      .filter((name) => !name.startsWith("app."))
      .map((name) => endpoints[name].path);
    expect([...called].toSorted()).toEqual([...new Set(contract)].toSorted());
  });
});
