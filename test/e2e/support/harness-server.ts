import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { createServer } from "vite";
import { ROOT } from "./built.ts";

export interface HarnessServer {
  readonly address: string;
  close(): Promise<void>;
}

/** Serves the map alone (`harness/`) from the sources, for tests of exactness and speed. */
export async function startHarness(): Promise<HarnessServer> {
  const server = await createServer({
    root: ROOT,
    configFile: false,
    logLevel: "error",
    plugins: [react()],
    cacheDir: join(ROOT, "node_modules/.vite/harness"),
    server: { port: 0, host: "127.0.0.1", hmr: false, watch: null },
    appType: "mpa",
    optimizeDeps: { entries: ["test/e2e/harness/index.html"] },
  });
  await server.listen();
  const local = server.resolvedUrls?.local[0];
  if (local === undefined) throw new Error("The harness found no port.");
  return { address: `${local}test/e2e/harness/index.html`, close: () => server.close() };
}
