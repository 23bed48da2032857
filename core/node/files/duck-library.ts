import { createRequire } from "node:module";

/**
 * The database's library. Required: an import would first search each of its 180 files for names, which takes a processor 0.1 s,
 * more than loading them does.
 */
export const duckdb: typeof import("@duckdb/node-api") = createRequire(import.meta.url)(
  "@duckdb/node-api",
);
