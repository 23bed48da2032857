import { spawn, spawnSync } from "node:child_process";
import { createServer } from "vite";

/**
 * For working on the page: rebuilds the host as files change, restarts it, and serves the page with
 * hot reloading. `node test/config/dev.js [--port P]`; the host listens on the port after it.
 */

const PAGE_PORT = Number(process.argv[process.argv.indexOf("--port") + 1]) || 5173;
const HOST_PORT = PAGE_PORT + 1;
const TSC = "node_modules/typescript/bin/tsc";

const { status } = spawnSync(process.execPath, [TSC, "-b"], { stdio: "inherit" });
if (status !== 0) console.warn("The host has type errors; the page starts on what was built.");

const children = [
  spawn(process.execPath, [TSC, "-b", "--watch", "--preserveWatchOutput"], { stdio: "inherit" }),
  spawn(
    process.execPath,
    ["--watch", "dist/core/node/cli.js", "serve", "--port", String(HOST_PORT), "--no-auth"],
    { stdio: "inherit" },
  ),
];
const stop = () => {
  for (const child of children) child.kill();
};
process.on("exit", stop);
process.on("SIGINT", () => process.exit(0));
process.on("SIGTERM", () => process.exit(0));

const server = await createServer({
  configFile: "test/config/vite.config.ts",
  server: {
    port: PAGE_PORT,
    strictPort: true,
    proxy: {
      "/rest": {
        target: `http://127.0.0.1:${HOST_PORT}`,
        changeOrigin: true,
        // The host refuses pages of another origin, and this page has another port.
        configure: (proxy) =>
          proxy.on("proxyReq", (request) => {
            request.removeHeader("origin");
            request.removeHeader("referer");
          }),
      },
    },
  },
});
await server.listen();
server.printUrls();
