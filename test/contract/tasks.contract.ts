import path from "node:path";
import { describe, expect, it } from "vitest";
import type { Args, Output } from "../../core/api/client-types.ts";
import { newJob } from "../../core/node/jobs/job.ts";
import { JobFolder } from "../../core/node/jobs/job-folder.ts";
import { writeRetinaFile } from "../../core/node/opening/retina-files.ts";
import { writeRetina } from "../../core/retina/write-retina.ts";
import { tinyRetinaData } from "../support/tiny-retina.ts";
import { ok, type Send } from "./send.ts";

type Task = Output<"app.job">;

export function tasksContract(transport: string, send: Send): void {
  const start = (input: Args<"app.jobStart">["input"]) => ok(send, "app.jobStart", { input });

  async function ended({ id }: Task): Promise<Task> {
    for (;;) {
      const task = await ok(send, "app.job", { id });
      if (task.endedAt !== null) return task;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  describe(`long tasks over ${transport}`, () => {
    it("compare texts, and are listed, newest first", async () => {
      const texts = ["sweet apple", "Sweet apple", "zzqx", "a fast car"];
      const items = texts.map((text) => ({ text }));
      const task = await start({ kind: "compareBulk", items, pairs: "one-to-many" });
      expect(await ended(task)).toMatchObject({ state: "done", fraction: 1, rows: 3 });
      const { total, compared, trained } = await ok(send, "app.jobResult", { id: task.id });
      const distances = compared.map(({ metrics }) => metrics?.jaccardDistance ?? null);
      expect(distances).toEqual([0, null, 1]);
      expect([total, trained]).toEqual([3, null]);
      const [newest] = await ok(send, "app.jobs", {});
      expect(newest?.id).toBe(task.id);
    });

    it("keep what they had done when they are cancelled", async () => {
      const items = Array.from({ length: 1000 }, () => ({ term: "apple" }));
      const task = await start({ kind: "compareBulk", items, pairs: "all" });
      await ok(send, "app.jobCancel", { id: task.id });
      const { state, rows } = await ended(task);
      expect(["cancelled", "done"]).toContain(state);
      const { total, compared } = await ok(send, "app.jobResult", { id: task.id, limit: 10 });
      expect([total, compared.length]).toEqual([rows, Math.min(rows, 10)]);
    });

    it("keep what was trained until it is installed or thrown away", async () => {
      const id = trainingOf(transport);
      const { trained } = await ok(send, "app.jobResult", { id });
      expect(trained).toMatchObject({ name: id, kept: false });
      expect(trained?.anchors).toHaveLength(16_384);
      const previewed = trained?.regions;
      expect(await ok(send, "app.trainingKeep", { id })).toMatchObject({
        name: id,
        state: "ready",
      });
      expect(await ok(send, "terms.list", { retina_name: id, term: "apple" })).toHaveLength(1);
      expect((await ok(send, "app.atlas", { retina_name: id })).regions).toEqual(previewed);
      expect((await ok(send, "app.jobResult", { id })).trained).toMatchObject({ kept: true });
      expect(await ok(send, "app.trainingDiscard", { id })).toEqual({ discarded: true });
      await ok(send, "app.retinaRemove", { name: id });
    });
  });
}

const trainingOf = (transport: string) => `trained_${transport}`;

/** Trainings that ended before the service was started, one per transport: a real one takes a minute. */
export async function prepareTrainings(folder: string): Promise<void> {
  for (const transport of ["ipc", "http"]) {
    const id = trainingOf(transport);
    const files = new JobFolder(path.join(folder, "data", "jobs", id));
    await files.prepare();
    await writeRetinaFile(files.trainedFile, writeRetina(tinyRetinaData({ name: id })));
    const job = newJob(id, { kind: "train", title: "Training" });
    const endedAt = new Date(0).toISOString();
    await files.writeState({ ...job, state: "done", fraction: 1, endedAt }, "an earlier host");
  }
}
