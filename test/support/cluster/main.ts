import { findTools } from "./find-tools.ts";
import { startCluster } from "./local-cluster.ts";

/** `npm run cluster`: three OpenSearch nodes on loopback until it is interrupted. */

const tools = findTools();
if (typeof tools === "string") {
  console.error(tools);
  process.exit(1);
}
console.error("Starting three OpenSearch nodes. The first time downloads 65 MB of jars.");
const cluster = await startCluster(tools);
console.log(cluster.urls.join(","));
console.error("Ctrl-C stops them and deletes their data.");

const stop = async () => {
  await cluster.stop();
  process.exit(0);
};
process.once("SIGINT", () => void stop());
process.once("SIGTERM", () => void stop());
