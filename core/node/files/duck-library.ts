import { createRequire } from "node:module";
import { ownLock, whileLoading } from "../threads/end-lock.ts";

/**
 * The database's library. Required: an import would first search each of its 180 files for names, which takes a processor 0.1 s,
 * more than loading them does.
 */
export const duckdb: typeof import("@duckdb/node-api") = whileLoading(ownLock(), () =>
  createRequire(import.meta.url)("@duckdb/node-api"),
);
