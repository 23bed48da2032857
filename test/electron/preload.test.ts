import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { channels } from "../../electron/window/channels.ts";

const source = new URL("../../electron/preload/preload.cts", import.meta.url);

type Exposed = Record<string, Record<string, (...args: unknown[]) => unknown>>;

/** Runs the script as the sandbox does: one file, and only `electron` to require. */
function preloaded() {
  const { outputText } = ts.transpileModule(readFileSync(source, "utf8"), {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2023 },
  });
  const exposed: Exposed = {};
  const log: unknown[][] = [];
  const listeners = new Map<string, Set<(...args: unknown[]) => void>>();
  const on = (channel: string) =>
    listeners.get(channel) ?? listeners.set(channel, new Set()).get(channel);
  const electron = {
    contextBridge: {
      exposeInMainWorld: (name: string, value: Exposed[string]) => {
        exposed[name] = value;
      },
    },
    ipcRenderer: {
      invoke: async (...args: unknown[]) => log.push(["invoke", ...args]),
      send: (...args: unknown[]) => log.push(["send", ...args]),
      on: (channel: string, listener: () => void) => on(channel)?.add(listener),
      removeListener: (channel: string, listener: () => void) => on(channel)?.delete(listener),
    },
  };
  const require = (name: string) => {
    if (name !== "electron") throw new Error(`module not found: ${name}`);
    return electron;
  };
  runInNewContext(outputText, { require, exports: {} });
  return { exposed, log, on };
}

describe("the preload script", () => {
  it("shows the page the bridge of the engine, that of the desktop, and nothing else", () => {
    const { exposed } = preloaded();
    const shape = Object.fromEntries(
      Object.entries(exposed).map(([name, value]) => [name, Object.keys(value)]),
    );
    expect(shape).toEqual({
      engine: ["call", "cancel"],
      desktop: ["onAction", "choosePaths", "printToPdf", "setTheme"],
    });
  });

  it("uses the channels that the host serves", async () => {
    const { exposed, log } = preloaded();
    await exposed.engine?.call?.("app.health", { a: 1 }, "c1");
    exposed.engine?.cancel?.("c1");
    await exposed.desktop?.choosePaths?.({ what: "folder" });
    await exposed.desktop?.printToPdf?.();
    exposed.desktop?.setTheme?.("dark");
    expect(log).toEqual([
      ["invoke", channels.engine, "app.health", { a: 1 }, "c1"],
      ["send", channels.cancel, "c1"],
      ["invoke", channels.choosePaths, { what: "folder" }],
      ["invoke", channels.printToPdf],
      ["send", channels.theme, "dark"],
    ]);
  });

  it("hands on menu actions without Electron's event, until told to stop", () => {
    const { exposed, on } = preloaded();
    const heard: unknown[][] = [];
    const stop = exposed.desktop?.onAction?.((...args: unknown[]) => heard.push(args));
    const emit = () => {
      for (const listener of on(channels.action) ?? []) listener({ sender: "secret" }, "go.build");
    };
    emit();
    (stop as () => void)();
    emit();
    expect(heard).toEqual([["go.build"]]);
  });
});
