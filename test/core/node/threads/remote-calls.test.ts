import { MessageChannel, type MessagePort } from "node:worker_threads";
import { afterEach, describe, expect, it } from "vitest";
import { badInput } from "../../../../core/errors.ts";
import type { CallContext } from "../../../../core/node/threads/protocol.ts";
import { RemoteCalls } from "../../../../core/node/threads/remote-calls.ts";
import { serveMethods } from "../../../../core/node/threads/serve-methods.ts";

const gates = new Map<string, () => void>();
const methods = {
  double: (value: number) => 2 * value,
  /** Answers when the gate of its name is opened. */
  wait: (name: string) => new Promise<string>((resolve) => gates.set(name, () => resolve(name))),
  fail: () => {
    throw badInput("name", "That is no name.");
  },
  untilStopped: async (_: null, { signal }: CallContext) => {
    while (!signal.aborted) await new Promise((resolve) => setImmediate(resolve));
    return "stopped";
  },
};

let port: MessagePort | undefined;
afterEach(() => port?.close());

async function connect(): Promise<RemoteCalls<typeof methods>> {
  const { port1, port2 } = new MessageChannel();
  port = port1;
  const calls = new RemoteCalls<typeof methods>(port1);
  await serveMethods(port2, () => methods);
  return calls;
}

describe("calls to a thread that answers several at a time", () => {
  it("are answered as each is ready, whatever their order", async () => {
    const calls = await connect();
    const first = calls.call("wait", "first");
    const second = calls.call("wait", "second");
    expect(await calls.call("double", 21)).toBe(42);
    gates.get("second")!();
    expect(await second).toBe("second");
    gates.get("first")!();
    expect(await first).toBe("first");
  });

  it("throw what the method throws, and ask it to stop when they are cancelled", async () => {
    const calls = await connect();
    await expect(calls.call("fail", undefined as never)).rejects.toMatchObject({
      code: "bad-input",
      details: { field: "name" },
    });
    const controller = new AbortController();
    const running = calls.call("untilStopped", null, { signal: controller.signal });
    expect(await calls.call("double", 1)).toBe(2);
    controller.abort();
    expect(await running).toBe("stopped");
    const late = calls.call("double", 1, { signal: controller.signal });
    await expect(late).rejects.toMatchObject({ code: "cancelled" });
  });

  it("are told the reason when the thread is gone", async () => {
    const calls = await connect();
    const running = calls.call("wait", "never");
    // Until it is there.
    await calls.call("double", 1);
    calls.end(new Error("gone"));
    await expect(running).rejects.toThrow("gone");
    await expect(calls.call("double", 1)).rejects.toThrow("gone");
  });
});
