import { writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { Output } from "../../core/api/client-types.ts";
import { writeRetinaFile } from "../../core/node/opening/retina-files.ts";
import { writeRetina } from "../../core/retina/write-retina.ts";
import { tinyRetinaData } from "../support/tiny-retina.ts";
import { ok, type Send } from "./send.ts";

type Task = Output<"app.jobs">[number];

export function tasksContract(transport: string, send: Send): void {
  async function ended({ id }: Task): Promise<Task> {
    for (;;) {
      const [task] = await ok(send, "app.jobs", { id });
      if (task?.id === id && task.endedAt !== null) return task;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  describe(`long tasks over ${transport}`, () => {
    it("are listed, newest first, and stopped", async () => {
      const input = { kind: "train", name: "never", paths: ["/nothing/here"] } as const;
      const task = await ok(send, "app.jobStart", { input });
      const [newest] = await ok(send, "app.jobs", {});
      expect(newest?.id).toBe(task.id);
      await ok(send, "app.jobCancel", { id: task.id });
      expect(["cancelled", "failed"]).toContain((await ended(task)).state);
      const [stopped] = await ok(send, "app.jobs", { id: task.id });
      expect(stopped).not.toHaveProperty("trained");
    });

    it("keep what was trained until it is installed or thrown away", async () => {
      const id = trainingOf(transport);
      const resultOf = async () => {
        const [task, ...others] = await ok(send, "app.jobs", { id });
        expect([task?.id, others]).toEqual([id, []]);
        return task?.trained;
      };
      const trained = await resultOf();
      for (const listed of await ok(send, "app.jobs", {}))
        expect(listed).not.toHaveProperty("trained");
      expect(trained).toMatchObject({ name: id, kept: false });
      expect(trained?.anchors).toHaveLength(16_384);
      const previewed = trained?.regions;
      expect(await ok(send, "app.trainingKeep", { id })).toMatchObject({
        name: id,
        state: "ready",
      });
      expect(await ok(send, "terms.list", { retina_name: id, term: "apple" })).toHaveLength(1);
      expect((await ok(send, "app.atlas", { retina_name: id })).regions).toEqual(previewed);
      expect(await resultOf()).toMatchObject({ kept: true });
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
    const own = path.join(folder, "data", "jobs", id);
    await writeRetinaFile(
      path.join(own, "trained.retina"),
      writeRetina(tinyRetinaData({ name: id })),
    );
    const at = new Date(0).toISOString();
    const job: Task = {
      id,
      kind: "train",
      title: "Training",
      state: "done",
      phase: "Done",
      fraction: 1,
      remainingSeconds: null,
      startedAt: at,
      endedAt: at,
      error: null,
    };
    await writeFile(path.join(own, "job.json"), JSON.stringify({ process: 1, job }));
  }
}
