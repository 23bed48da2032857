import type { Handler } from "../../api/client-types.ts";
import { badInput } from "../../errors.ts";
import type { JobStore } from "../jobs/job-store.ts";
import type { RetinaStore } from "./retina-store.ts";

/** What managing retinas acts on. */
export interface RetinaHost {
  readonly store: RetinaStore;
  readonly jobs: JobStore;
  /** Makes every thread use the retinas that the store holds now. */
  reload(): void;
}

/** Installing, checking and removing retina files, and keeping what a training made. */
export function retinaHandlers({ store, jobs, reload }: RetinaHost) {
  const cards: Handler<"app.retinaCards"> = async () => {
    const before = checksums(store);
    await store.refresh();
    // Another program of this user may have installed or removed one.
    if (checksums(store) !== before) reload();
    return store.cards();
  };

  const install: Handler<"app.retinaInstall"> = async ({ bytes, replace = false }) => {
    const card = await store.install({ bytes, name: "uploaded" }, { replace });
    reload();
    return card;
  };

  const verify: Handler<"app.retinaVerify"> = ({ name }) => store.verify(name);

  const remove: Handler<"app.retinaRemove"> = async ({ name }) => {
    await store.remove(name);
    reload();
    return { removed: name };
  };

  const keep: Handler<"app.trainingKeep"> = async ({ id, replace = false }) => {
    const job = jobs.get(id);
    if (job.state.kind !== "train" || job.state.state !== "done")
      throw badInput("id", "This task has no finished training to keep.");
    const given = { file: job.folder.trainedFile, name: "trained" };
    const card = await store.install(given, { replace });
    reload();
    return card;
  };

  const discard: Handler<"app.trainingDiscard"> = async ({ id }) => {
    await jobs.remove(id);
    return { discarded: true };
  };

  return {
    "app.retinaCards": cards,
    "app.retinaInstall": install,
    "app.retinaVerify": verify,
    "app.retinaRemove": remove,
    "app.trainingKeep": keep,
    "app.trainingDiscard": discard,
  };
}

const checksums = (store: RetinaStore) => store.retinas.map(({ checksum }) => checksum).join(" ");
