import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { cutTexts } from "../../../../core/node/wire/cut-texts.ts";
import { ok, refused, sendOverHttp, sendOverIpc } from "../../../contract/send.ts";
import { anyCharacter } from "../../../support/any-character.ts";
import { startTestHost, type TestHost } from "../../../support/test-host.ts";

vi.setConfig({ testTimeout: 120_000 });

const cut = (body: unknown) => {
  const bytes = new TextEncoder().encode(JSON.stringify(body));
  const { value } = cutTexts({ name: "text.bulk", search: "", body: bytes, requestId: "1" });
  return value.map((part): unknown[] => JSON.parse(new TextDecoder().decode(part)));
};

describe("the parts of a list of texts", () => {
  it("hold all texts in order, each part 32,000 characters or one text more", () => {
    const long = fc.nat(30_000).map((length) => "é".repeat(length));
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string({ unit: anyCharacter }), long)), (texts) => {
        const items = texts.map((text) => ({ text }));
        const parts = cut(items);
        expect(parts.flat()).toEqual(items);
        for (const part of parts) {
          const all = part.slice(0, -1) as { text: string }[];
          expect(part.length).toBeGreaterThan(0);
          expect(all.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThan(32 * 1024);
        }
      }),
    );
  });

  it("are none where a list is to be looked at as a whole", () => {
    expect(cut({ text: "apple" })).toEqual([]);
    expect(cut([{ text: "apple" }, { text: 5 }])).toEqual([]);
    expect(cut([{ text: "apple" }, [{ text: "pear" }]])).toEqual([]);
    expect(cut(Array(20_001).fill({ text: "apple" }))).toEqual([]);
  });
});

/** With the compiled threads, as they are shipped. */
describe("a long list of texts", () => {
  let host: TestHost;
  let inline: TestHost;
  beforeAll(async () => {
    [host, inline] = await Promise.all([startTestHost({ threads: 2 }), startTestHost()]);
  });
  afterAll(() => Promise.all([host.end(), inline.end()]));

  const words = ["apple", "river bank", "wild jaguar", "music", "the guitar song"];
  // A list of 128 KB and more is cut: over IPC, where its texts alone count, 3,000 of them are answered by one thread.
  const texts = Array.from({ length: 4000 }, (_, i) => ({
    text: `${words[i % 5]} and ${words[Math.floor(i / 5) % 5]}, number ${i}`,
  }));

  it("is answered by several threads over IPC too, in the same order", async () => {
    const body = { body: texts };
    const send = (of: TestHost) => sendOverIpc(() => of);
    const several = await ok(send(host), "text.bulk", body);
    expect(several).toEqual(await ok(send(inline), "text.bulk", body));
    const bad = { body: texts.with(2500, { text: "" }) };
    const refusal = await refused(send(host), "text.bulk", bad);
    expect(refusal).toMatchObject({ code: "empty-text", details: { index: 2500 } });
  });

  it("is answered by several threads as by one", async () => {
    const body = { body: texts };
    const http = await ok(
      sendOverHttp(() => host),
      "text.bulk",
      body,
    );
    expect(http).toHaveLength(4000);
    expect(http).toEqual(
      await ok(
        sendOverIpc(() => inline),
        "text.bulk",
        body,
      ),
    );
  });

  it("tells which text is wrong", async () => {
    const body = { body: texts.with(3210, { text: "zzzq" }) };
    const refusal = await refused(
      sendOverHttp(() => host),
      "text.bulk",
      body,
    );
    expect(refusal).toMatchObject({ code: "no-known-words", details: { index: 3210 } });
  });
});
