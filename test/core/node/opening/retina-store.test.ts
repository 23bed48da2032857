import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { draftOf, writeDraft } from "../../../../core/atlas/edited-names.ts";
import { writeRetinaFile } from "../../../../core/node/opening/retina-files.ts";
import { openHere, type RetinaOpener } from "../../../../core/node/opening/retina-opener.ts";
import { RetinaStore } from "../../../../core/node/opening/retina-store.ts";
import { ThreadOpener } from "../../../../core/node/opening/thread-opener.ts";
import { openRetina } from "../../../../core/retina/open-retina.ts";
import { writeRetina } from "../../../../core/retina/write-retina.ts";
import { tinyRetinaData } from "../../../support/tiny-retina.ts";

const bytesOf = (name: string) => writeRetina(tinyRetinaData({ name }));
const given = (name: string) => ({ bytes: bytesOf(name), name: "uploaded" });

/** Counts what is opened on this thread. */
vi.mock("../../../../core/retina/open-retina.ts", async (importOriginal) => {
  const original = await importOriginal<{ openRetina: typeof openRetina }>();
  return { openRetina: vi.fn(original.openRetina) };
});

let home: string;
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), "semascope-"));
});
afterEach(() => rm(home, { recursive: true, force: true, maxRetries: 10 }));

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
    await writeRetinaFile(path.join(home, "slow.retina"), bytesOf("slow"));
    const store = new RetinaStore([{ folder: home, isOwn: true }], home, opener);
    const refreshed = store.refresh();
    await reached;
    const installed = store.install(given("added"), { replace: false });
    // Would finish here, before the older view of the folder is put in its place.
    await Promise.race([installed, new Promise((resolve) => setTimeout(resolve, 200))]);
    release();
    await Promise.all([refreshed, installed]);
    expect(store.retinas.map(({ name }) => name).sort()).toEqual(["added", "slow"]);
  });

  it("does not bring back what is removed while the folders are being read", async () => {
    const { opener, release, reached } = holding("slow.retina");
    const store = new RetinaStore([{ folder: home, isOwn: true }], home, opener);
    await store.install(given("leaves"), { replace: false });
    await writeRetinaFile(path.join(home, "slow.retina"), bytesOf("slow"));
    const refreshed = store.refresh();
    await reached;
    const removed = store.remove("leaves");
    await Promise.race([removed, new Promise((resolve) => setTimeout(resolve, 200))]);
    release();
    await Promise.all([refreshed, removed]);
    expect(store.retinas.map(({ name }) => name)).toEqual(["slow"]);
  });
});

describe("a store whose retinas are opened by threads", () => {
  let openers: ThreadOpener[] = [];
  // A thread that still divides a map would write into the folder that is being removed.
  afterEach(async () => {
    await Promise.all(openers.map((opener) => opener.close()));
    openers = [];
  });

  async function open() {
    const opener = new ThreadOpener(path.join(home, "atlases"));
    openers.push(opener);
    const retinas = path.join(home, "retinas");
    return {
      retinas,
      opener,
      store: new RetinaStore([{ folder: retinas, isOwn: true }], retinas, opener),
    };
  }

  it("installs, replaces and describes them without opening any on the main thread", async () => {
    const { retinas, store } = await open();
    const file = path.join(home, "trained.retina");
    await writeRetinaFile(file, bytesOf("trained"));
    vi.mocked(openRetina).mockClear();
    expect(await store.install(given("own"), { replace: false })).toMatchObject({ name: "own" });
    const [first] = store.retinas;
    await store.install(given("own"), { replace: true });
    expect(await store.describe(file)).toMatchObject({
      name: "trained",
      bytes: (await readFile(file)).length,
    });
    await store.install({ file, name: "trained" }, { replace: false });
    expect(await store.verify("trained")).toMatchObject({ intact: true });
    expect(openRetina).not.toHaveBeenCalled();
    expect(store.retinas.map(({ name }) => name)).toEqual(["own", "trained"]);
    expect(store.retinas[0]).not.toBe(first);
    expect(await readFile(path.join(retinas, "trained.retina"))).toEqual(await readFile(file));
    expect(new Uint8Array(await readFile(path.join(retinas, "own.retina")))).toEqual(
      bytesOf("own"),
    );
  });

  it("names the regions of their maps as the files beside them do, which go with them", async () => {
    const { retinas, opener, store } = await open();
    await writeRetinaFile(path.join(retinas, "own.retina"), bytesOf("own"));
    const names = path.join(retinas, "own.names.tsv");
    const { checksum } = await openHere.open(path.join(retinas, "own.retina"));
    const places = draftOf(
      await openHere.atlas(await openHere.open(path.join(retinas, "own.retina"))),
      {
        names: undefined,
        termsOf: () => [],
      },
    );
    const rows = places.map((row, i) => ({ ...row, name: `Place ${i}` }));
    await writeFile(names, writeDraft(checksum, rows));
    await store.refresh();
    const [retina] = store.retinas;
    if (retina === undefined) throw new Error("No retina was opened.");
    const { regions } = await opener.atlas(retina);
    expect(regions[0]?.label).toMatch(/^Place /);
    expect(store.problems).toEqual([]);
    await store.remove("own");
    expect(await readdir(retinas)).toEqual([]);
  });

  it("says why names beside a retina are not used, and uses the retina", async () => {
    const { retinas, store } = await open();
    await writeRetinaFile(path.join(retinas, "own.retina"), bytesOf("own"));
    await writeFile(path.join(retinas, "own.names.tsv"), "junk");
    await store.refresh();
    expect(store.retinas.map(({ name }) => name)).toEqual(["own"]);
    const said = expect.stringContaining("The edited names of regions of “own” are not used: ");
    expect(store.problems).toEqual([said]);
    expect(store.cards()).toMatchObject([{ name: "own", state: "ready", problem: said }]);
  });

  it("keeps nothing of one that is refused", async () => {
    const { retinas, store } = await open();
    await store.install(given("own"), { replace: false });
    await expect(store.install(given("own"), { replace: false })).rejects.toMatchObject({
      code: "conflict",
    });
    const damaged = bytesOf("other");
    damaged[200] = (damaged[200] ?? 0) ^ 1;
    const refused = store.install({ bytes: damaged, name: "uploaded" }, { replace: false });
    await expect(refused).rejects.toMatchObject({ code: "bad-retina-file" });
    await expect(
      store.install({ file: path.join(home, "none.retina"), name: "none" }, { replace: false }),
    ).rejects.toMatchObject({ code: "not-found" });
    expect(await readdir(retinas)).toEqual(["own.retina"]);
    expect(store.retinas.map(({ name }) => name)).toEqual(["own"]);
  });
});
