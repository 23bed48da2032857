import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { createServer } from "vite";
import { ROOT } from "./built.ts";

export interface HarnessServer {
  /** The map alone. */
  readonly address: string;
  /** A table of 100,000 rows alone. */
  readonly table: string;
  close(): Promise<void>;
}

/** Serves single parts of the page (`harness/`) from the sources, for tests of exactness and speed. */
export async function startHarness(): Promise<HarnessServer> {
  const server = await createServer({
    root: ROOT,
    configFile: false,
    logLevel: "error",
    plugins: [react()],
    cacheDir: join(ROOT, "node_modules/.vite/harness"),
    server: { port: 0, host: "127.0.0.1", hmr: false, watch: null },
    appType: "mpa",
    optimizeDeps: { entries: ["test/e2e/harness/*.html"] },
  });
  await server.listen();
  const local = server.resolvedUrls?.local[0];
  if (local === undefined) throw new Error("The harness found no port.");
  const folder = `${local}test/e2e/harness`;
  return {
    address: `${folder}/index.html`,
    table: `${folder}/table.html`,
    close: () => server.close(),
  };
}
