import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { listValue } from "@duckdb/node-api";
import type { NewRow } from "../../../core/collection/port/store.ts";
import type { Positions } from "../../../core/kernel/grid.ts";
import { Duck } from "../../../core/node/files/duck.ts";
import { quantile } from "../../support/statistics.ts";
import type { Figure } from "./measure-store.ts";

/** The obvious alternative: cells as a list column of DuckDB, asked with plain SQL. */
export interface SqlLists {
  put(rows: readonly NewRow[]): Promise<void>;
  measure(texts: readonly Positions[]): Promise<Figure[]>;
  close(): Promise<void>;
}

/** Questions of each kind: one takes seconds. */
const RUNS = 3;
const CLOSEST =
  "SELECT no, len(list_intersect(cells, ?)) / sqrt(len(cells)) AS score FROM lists ORDER BY score DESC, no LIMIT 100";
const HEAT = "SELECT cell, count(*) FROM (SELECT unnest(cells) AS cell FROM lists) GROUP BY cell";

export async function openSqlLists(): Promise<SqlLists> {
  const folder = await mkdtemp(path.join(tmpdir(), "bench-sql-lists-"));
  const duck = await Duck.open(path.join(folder, "lists.duckdb"));
  await duck.run("CREATE TABLE lists (no INTEGER, cells DOUBLE[])");
  let count = 0;
  return {
    put: (rows) =>
      duck.append(
        "lists",
        rows.map(({ cells }) => [count++, listValue(Array.from(cells))]),
      ),
    measure: async (texts) => [
      await timed("SQL: 100 closest to a text", (run) =>
        duck.rows(CLOSEST, [listValue(Array.from(texts[run % texts.length] ?? []))]),
      ),
      await timed("SQL: heat of everything", () => duck.rows(HEAT)),
    ],
    async close() {
      duck.close();
      await rm(folder, { recursive: true, maxRetries: 10 });
    },
  };
}

async function timed(work: string, ask: (run: number) => Promise<unknown>): Promise<Figure> {
  const before = process.cpuUsage();
  const times: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const start = performance.now();
    await ask(run);
    times.push(performance.now() - start);
  }
  const { user, system } = process.cpuUsage(before);
  const cpu = (user + system) / 1000 / RUNS;
  return { work, median: quantile(times, 0.5), slow: quantile(times, 0.95), cpu };
}
