import { Agent, request } from "node:http";
import path from "node:path";
import { loadRetina } from "../../../core/node/opening/retina-files.ts";
import type { ServerProcess } from "../../support/server-process.ts";
import { median, quantile } from "../../support/statistics.ts";
import type { Row } from "./row.ts";

const TERMS = 300;

/** GET /terms/similar_terms beside the engine's own search, for the same terms. */
export async function similarAgainstEngine(server: ServerProcess, retinas: string): Promise<Row[]> {
  const retina = await loadRetina(path.join(retinas, "en_associative.retina"));
  const ids = Array.from({ length: TERMS }, (_, i) => (i * 97) % retina.termCount);
  const search = (id: number) => retina.similar(retina.positions(id), { offset: 0, limit: 10 });
  const ask = async (id: number) => {
    const target = `${server.url}/rest/terms/similar_terms?term=${encodeURIComponent(retina.term(id))}`;
    await get(target, { "api-key": server.apiKey });
  };
  for (const id of ids) search(id);
  for (const id of ids) await ask(id);
  const engine: number[] = [];
  const http: number[] = [];
  for (const id of ids) {
    engine.push(await timed(() => search(id)));
    http.push(await timed(() => ask(id)));
  }
  agent.destroy();
  const extra = median(http) - median(engine);
  return [
    {
      what: "similar terms over HTTP, median (p99)",
      value: `${median(http).toFixed(2)} ms`,
      aim: `(${quantile(http, 0.99).toFixed(1)} ms); the engine alone ${median(engine).toFixed(2)} ms`,
    },
    {
      what: "similar terms, beyond the engine's own time",
      value: `${extra.toFixed(2)} ms`,
      aim: "at most 1 ms",
    },
  ];
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** `fetch` would add half a millisecond of its own. */
function get(url: string, headers: Record<string, string>): Promise<void> {
  return new Promise((resolve, reject) => {
    const call = request(url, { agent, headers }, (response) => {
      response.resume();
      response.on("end", resolve);
    });
    call.on("error", reject);
    call.end();
  });
}

async function timed(work: () => unknown): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
