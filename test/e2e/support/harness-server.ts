import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { build, preview } from "vite";
import { ROOT } from "./built.ts";

export interface HarnessServer {
  /** The map alone. */
  readonly address: string;
  /** A table of 100,000 rows alone. */
  readonly table: string;
  close(): Promise<void>;
}

const PAGES = join(ROOT, "test/e2e/harness");

/**
 * Serves single parts of the page (`harness/`), for tests of exactness and speed. They are built as the application is:
 * React's development build would take longer to compare properties than the map takes to draw.
 */
export async function startHarness(): Promise<HarnessServer> {
  const outDir = await mkdtemp(join(tmpdir(), "semascope-harness-"));
  const common = { root: PAGES, configFile: false, logLevel: "error" } as const;
  await build({
    ...common,
    plugins: [react()],
    build: {
      outDir,
      target: "chrome130",
      chunkSizeWarningLimit: 4000,
      rolldownOptions: { input: ["index.html", "table.html"].map((page) => join(PAGES, page)) },
    },
  });
  const server = await preview({
    ...common,
    build: { outDir },
    preview: { port: 0, host: "127.0.0.1" },
    appType: "mpa",
  });
  const folder = server.resolvedUrls?.local[0];
  if (folder === undefined) throw new Error("The harness found no port.");
  return {
    address: `${folder}index.html`,
    table: `${folder}table.html`,
    close: async () => {
      await server.close();
      await rm(outDir, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
