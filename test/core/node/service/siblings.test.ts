import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { NEVER_CANCELLED } from "../../../../core/cancellation.ts";
import { writePack } from "../../../../core/language/pack-file.ts";
import { openHere } from "../../../../core/node/opening/retina-opener.ts";
import { RetinaStore } from "../../../../core/node/opening/retina-store.ts";
import { Siblings } from "../../../../core/node/opening/siblings.ts";
import { openService } from "../../../../core/node/service/open-service.ts";
import type { Service } from "../../../../core/node/service/running-service.ts";
import { writeRetina } from "../../../../core/retina/write-retina.ts";
import { tinyPack } from "../../../support/tiny-pack.ts";
import { tinyRetinaData } from "../../../support/tiny-retina.ts";

let folder = "";
let service: Service | undefined;
const at = (name: string) => path.join(folder, name);
const writeDictionary = async (words?: Parameters<typeof tinyPack>[0]) =>
  writeFileSync(at("retinas/languages/de.pack"), writePack(await tinyPack(words)));

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "siblings-"));
  mkdirSync(at("retinas/languages"), { recursive: true });
  writeFileSync(at("retinas/a.retina"), writeRetina(tinyRetinaData({ name: "en_associative" })));
  writeFileSync(at("retinas/law.retina"), writeRetina(tinyRetinaData({ name: "law" })));
  await writeDictionary();
});
afterEach(async () => {
  await service?.close();
  service = undefined;
  rmSync(folder, { recursive: true });
});

const open = async (threads: number) => {
  service = await openService({ retinas: at("retinas"), data: at("data"), threads });
  return service;
};

it("answers for a language when it is asked for, on each endpoint, and lists English ones as before", async () => {
  const { handlers, answer } = await open(1);
  const names = async () =>
    (await handlers["retinas.list"]({}, NEVER_CANCELLED)).map(({ retinaName }) => retinaName);
  expect(await names()).toEqual(["en_associative", "law"]);
  const described = await handlers["retinas.list"](
    { retina_name: "de_associative" },
    NEVER_CANCELLED,
  );
  expect(described).toMatchObject([{ retinaName: "de_associative", numberOfTermsInRetina: 7 }]);
  expect(existsSync(at("data/siblings/de_associative.retina"))).toBe(true);
  const reply = await answer(
    {
      name: "text.fingerprint",
      search: "retina_name=law.de",
      body: new TextEncoder().encode("Der Hund hört Musik"),
      requestId: "1",
    },
    () => new AbortController().signal,
  );
  expect(reply.status).toBe(200);
  expect(await names()).toEqual(["en_associative", "law"]);
  await expect(
    handlers["retinas.list"]({ retina_name: "fr_associative" }, NEVER_CANCELLED),
  ).rejects.toMatchObject({ code: "unknown-retina" });
});

it("lists the retinas of other languages when it is asked for them", async () => {
  const { handlers } = await open(0);
  const rows = async (args: { language?: string; retina_name?: string }) =>
    (await handlers["retinas.list"](args, NEVER_CANCELLED)).map(
      ({ retinaName, numberOfTermsInRetina }) => `${retinaName} ${numberOfTermsInRetina}`,
    );
  expect(await rows({ language: "de" })).toEqual(["de_associative 7", "law.de 7"]);
  expect(await rows({ language: "all", retina_name: "law" })).toEqual(["law.de 7"]);
  expect(existsSync(at("data/siblings"))).toBe(false);
  expect(await rows({ language: "de", retina_name: "law.de" })).toEqual(["law.de 7"]);
  const [described] = await handlers["retinas.list"]({ retina_name: "law.de" }, NEVER_CANCELLED);
  expect(await handlers["retinas.list"]({ language: "de" }, NEVER_CANCELLED)).toContainEqual(
    described,
  );
  await expect(rows({ language: "sv" })).rejects.toMatchObject({
    code: "bad-input",
    message: "There is no language pack “sv”; there are: de.",
  });
  const cards = await handlers["app.retinaCards"]({}, NEVER_CANCELLED);
  for (const { map, checksum } of cards) expect(map).toBe(checksum);
});

it("says what is wrong with a pack to whoever asks for its language, and to nobody else", async () => {
  writeFileSync(at("retinas/languages/de.pack"), "x");
  const { handlers } = await open(0);
  await expect(
    handlers["retinas.list"]({ retina_name: "de_associative" }, NEVER_CANCELLED),
  ).rejects.toThrow("de.pack is no language pack");
  expect(await handlers["retinas.list"]({ retina_name: "law" }, NEVER_CANCELLED)).toHaveLength(1);
});

const siblingsHere = async () => {
  const store = new RetinaStore([{ folder: at("retinas"), isOwn: true }], at("retinas"));
  await store.refresh();
  const places = { packs: [at("retinas/languages")], home: at("kept"), store, opener: openHere };
  return new Siblings(places);
};

it("keeps what was made, and makes it again when pack or file are others", async () => {
  const file = at("kept/de_associative.retina");
  const openAgain = async () => {
    await (await siblingsHere()).open("de_associative");
    return readFileSync(file);
  };
  const first = await openAgain();
  writeFileSync(file, first.subarray(0, 500));
  expect(await openAgain()).toEqual(first);
  await writeDictionary([{ word: "geld", share: 0.01 }]);
  expect(await openAgain()).not.toEqual(first);
});

it("opens a retina once for all who ask, and gives back what nobody uses", async () => {
  const siblings = await siblingsHere();
  const asked = [siblings.open("de_associative"), siblings.open("de_associative")];
  expect(await Promise.all(asked)).toEqual([true, false]);
  expect(siblings.open("de_associative")).toBeUndefined();
  expect(siblings.open("de_other")).toBeUndefined();
  expect(siblings.retinas.map(({ name }) => name)).toEqual(["de_associative"]);
  expect(siblings.release(1e9)).toBe(false);
  expect(siblings.release(0)).toBe(true);
  expect(siblings.retinas).toEqual([]);
});
