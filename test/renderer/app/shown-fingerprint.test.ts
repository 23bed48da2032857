import { afterEach, expect, it } from "vitest";
import { queryClient } from "../../../renderer/api/query-client.ts";
import { shownFingerprint } from "../../../renderer/app/global-actions.ts";
import type { Fingerprint } from "../../../renderer/model/fingerprint.ts";
import { NOTHING } from "../../../renderer/model/map-content.ts";
import { usePublished } from "../../../renderer/state/publish.ts";

const jaguar = { label: "jaguar" } as Fingerprint;
const show = (fingerprint: Fingerprint | null) =>
  usePublished.setState({ map: { ...NOTHING, fingerprint } });
const soon = () => new Promise((resolve) => setTimeout(() => resolve(true), 100));

afterEach(() => {
  queryClient.clear();
  show(null);
});

it("is what the map shows", async () => {
  show(jaguar);
  expect(await shownFingerprint()).toBe(jaguar);
});

it("is what the map shows once the answer is there", async () => {
  let answer = (_: number) => {};
  const asked = new Promise<number>((resolve) => {
    answer = resolve;
  });
  const fetched = queryClient.fetchQuery({ queryKey: ["jaguar"], queryFn: () => asked });
  let found: Fingerprint | null | undefined;
  const shown = shownFingerprint().then((fingerprint) => {
    found = fingerprint;
  });
  await soon();
  expect(found).toBeUndefined();
  answer(1);
  await fetched;
  show(jaguar);
  await shown;
  expect(found).toBe(jaguar);
});

it("is nothing where no answer is on its way, or it has none to show", async () => {
  expect(await shownFingerprint()).toBeNull();
  const fetched = queryClient.fetchQuery({
    queryKey: ["heat"],
    queryFn: async () => soon().then(() => 1),
  });
  const shown = shownFingerprint();
  await fetched;
  expect(await shown).toBeNull();
});
