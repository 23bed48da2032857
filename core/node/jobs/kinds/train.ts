import { availableParallelism } from "node:os";
import { ApiError, badCorpus, forbidden } from "../../../errors.ts";
import { runTraining } from "../../training/run-training.ts";
import { trainingChoice } from "../../training/train-request.ts";
import { JobFolder } from "../job-folder.ts";
import type { JobKind } from "../job-kind.ts";

const MOST_THREADS = 8;

/** A retina from a person's own texts: a file in the task's folder. */
export const train: JobKind<"train"> = {
  needsRetina: false,
  resumes: false,
  check: (input, { mayReadFiles }) => {
    if (!mayReadFiles)
      throw forbidden("Training reads files, so a service that asks for no key does not offer it.");
    trainingChoice(input.name, input.options ?? {});
  },
  run: async (input, { folder, workFolder, signal, progress, readable }) => {
    const threads = Math.max(1, Math.min(MOST_THREADS, availableParallelism() - 1));
    const out = new JobFolder(folder).trainedFile;
    const { teacher, ...choice } = trainingChoice(input.name, input.options ?? {});
    const request = {
      ...choice,
      paths: await Promise.all(input.paths.map((named) => readable(named).catch(asCorpus))),
      ...(teacher && { teacher: { ...teacher, folder: await readable(teacher.folder) } }),
      threads,
      out,
      scratch: workFolder,
    };
    await runTraining(request, signal, (at) => {
      const isKnown = Number.isFinite(at.remainingSeconds);
      progress({ ...at, remainingSeconds: isKnown ? at.remainingSeconds : null });
    });
  },
};

/** What is wrong with a path of the corpus is said like everything else about the corpus. */
function asCorpus(cause: unknown): never {
  if (!(cause instanceof ApiError) || cause.code !== "bad-input") throw cause;
  throw badCorpus(cause.message, cause.details);
}
