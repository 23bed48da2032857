import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openHere, type RetinaOpener } from "../../../../core/node/opening/retina-opener.ts";
import { saveRetinaBytes } from "../../../../core/node/retina-files.ts";
import { RetinaStore } from "../../../../core/node/service/retina-store.ts";
import { writeRetina } from "../../../../core/retina/write-retina.ts";
import { tinyRetinaData } from "../../../support/tiny-retina.ts";

const bytesOf = (name: string) => writeRetina(tinyRetinaData({ name }));

let home: string;
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), "semascope-"));
});
afterEach(() => rm(home, { recursive: true, force: true }));

/** Opens as usual, but the file named `held` at first only after `release`. */
function holding(held: string) {
  let isFirst = true;
  let release = () => {};
  let arrived = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const reached = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const opener: RetinaOpener = {
    ...openHere,
    async open(file) {
      const retina = await openHere.open(file);
      if (!file.endsWith(held) || !isFirst) return retina;
      isFirst = false;
      arrived();
      await gate;
      return retina;
    },
  };
  return { opener, release: () => release(), reached };
}

describe("the store of retinas", () => {
  it("keeps what is installed while the folders are being read", async () => {
    const { opener, release, reached } = holding("slow.retina");
    await saveRetinaBytes(path.join(home, "slow.retina"), bytesOf("slow"));
    const store = new RetinaStore([{ folder: home, isOwn: true }], home, opener);
    const refreshed = store.refresh();
    await reached;
    const installed = store.install(bytesOf("added"), { replace: false });
    // Would finish here, before the older view of the folder is put in its place.
    await Promise.race([installed, new Promise((resolve) => setTimeout(resolve, 200))]);
    release();
    await Promise.all([refreshed, installed]);
    expect(store.retinas.map(({ name }) => name).sort()).toEqual(["added", "slow"]);
  });

  it("does not bring back what is removed while the folders are being read", async () => {
    const { opener, release, reached } = holding("slow.retina");
    const store = new RetinaStore([{ folder: home, isOwn: true }], home, opener);
    await store.install(bytesOf("leaves"), { replace: false });
    await saveRetinaBytes(path.join(home, "slow.retina"), bytesOf("slow"));
    const refreshed = store.refresh();
    await reached;
    const removed = store.remove("leaves");
    await Promise.race([removed, new Promise((resolve) => setTimeout(resolve, 200))]);
    release();
    await Promise.all([refreshed, removed]);
    expect(store.retinas.map(({ name }) => name)).toEqual(["slow"]);
  });
});
