import { MessageChannel, type MessagePort } from "node:worker_threads";
import { RemoteCalls } from "../threads/remote-calls.ts";
import { serveMethods } from "../threads/serve-methods.ts";
import type { OpenLanguage } from "./thread-engine.ts";

const methodsOf = (open: OpenLanguage) => ({ open });

/** A port for a thread that has retinas of other languages opened here. `close` ends it. */
export function serveLanguages(open: OpenLanguage): { port: MessagePort; close: () => void } {
  const { port1, port2 } = new MessageChannel();
  void serveMethods(port1, () => methodsOf(open));
  port1.unref();
  return { port: port2, close: () => port1.close() };
}

/** @param port as `serveLanguages` gives it */
export function languagesAt(port: MessagePort): OpenLanguage {
  const calls = new RemoteCalls<ReturnType<typeof methodsOf>>(port);
  port.unref();
  return (name) => calls.call("open", name);
}
