import type { Output } from "../../../../core/api/client-types.ts";

export type BenchAnswer = Output<"app.textBench">;
export type BenchWord = BenchAnswer["words"][number];
export type BenchSlice = BenchAnswer["slices"][number];
