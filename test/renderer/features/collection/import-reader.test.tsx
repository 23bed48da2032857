// @vitest-environment jsdom
import "../../../support/page-gaps.ts";
import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { badReader } from "../../../../core/errors.ts";
import { queryClient } from "../../../../renderer/api/query-client.ts";
import {
  dropDraft,
  offerPaths,
  useImportDraft,
} from "../../../../renderer/features/collection/collection-import.ts";
import { ImportPanel } from "../../../../renderer/features/collection/import-panel.tsx";
import { RetinaContext } from "../../../../renderer/state/retina.ts";

const RETINA = { name: "tiny", checksum: "11" };
const reader = (name: string, checksum: string) => ({
  name,
  problem: null as string | null,
  map: { name: "tiny", checksum } as object | null,
  sentences: 1000,
});
const GONE = "The reader “mine” cannot be used. The encoder /models/mine does not exist.";

const server = vi.hoisted(() => ({ readers: [] as object[], isGone: false }));
vi.mock("../../../../renderer/api/client.ts", () => ({
  onTiming: () => () => undefined,
  call: async (endpoint: string, args: { readonly language?: string }) => {
    if (endpoint === "retinas.list")
      return ["tiny", "de_tiny"].map((retinaName) => ({ retinaName }));
    if (endpoint === "app.readers") return server.readers;
    if (endpoint === "app.readerRate") {
      if (server.isGone) throw badReader(GONE);
      return { textsPerSecond: 100, threads: 2 };
    }
    if (endpoint === "app.collectionPreview")
      return {
        plan: {
          text: "text",
          columns: [],
          roles: {},
          ...(args.language === "de" && { language: "de" }),
        },
        found: [{ name: "text", values: ["a song"], different: 1, filled: 1, unfit: 0 }],
        rows: [[{ name: "text", value: "a song" }]],
        table: null,
        sheets: [],
        sheet: null,
        records: 1,
        languages: [],
        odd: 0,
        oddities: [],
      };
    throw new Error(`Nobody answers ${endpoint}.`);
  },
}));

beforeEach(() => {
  server.isGone = false;
  server.readers = [
    { ...reader("broken", "11"), map: null, problem: "The file is cut off." },
    reader("mine", "11"),
    reader("other-map", "22"),
  ];
});
afterEach(() => {
  dropDraft();
  cleanup();
  queryClient.clear();
});

function Panel() {
  const { draft } = useImportDraft();
  return draft && <ImportPanel draft={draft} />;
}
async function choose(name: string) {
  render(
    <QueryClientProvider client={queryClient}>
      <RetinaContext value={RETINA}>
        <Panel />
      </RetinaContext>
    </QueryClientProvider>,
  );
  await offerPaths(["/texts/rows.csv"]);
  const by = await screen.findByLabelText<HTMLSelectElement>("Fingerprint from");
  fireEvent.change(by, { target: { value: name } });
  return by;
}
const isOff = () =>
  screen.getByRole<HTMLButtonElement>("button", { name: "Create the collection" }).disabled;

it("offers the readers of the map, and not one that is damaged", async () => {
  const { options } = await choose("mine");
  const offered = [...options].map(({ text, disabled, title }) => [text, disabled, title]);
  expect(offered).toEqual([
    ["words (default)", false, ""],
    ["“broken” is damaged", true, "The file is cut off."],
    ["encoder “mine”", false, ""],
  ]);
  // 10,000 texts at 100 a second.
  expect(
    (await screen.findByText(/encodes about 100 of these texts per second/)).textContent,
  ).toContain("10,000 rows take 2 minutes");
  expect(isOff()).toBe(false);
});

it("makes no collection by a reader that cannot read, until it can or another is chosen", async () => {
  server.isGone = true;
  const by = await choose("mine");
  expect(await screen.findByText(GONE)).toBeTruthy();
  expect(isOff()).toBe(true);
  fireEvent.change(by, { target: { value: "" } });
  expect(isOff()).toBe(false);
  fireEvent.change(by, { target: { value: "mine" } });
  await screen.findByText(GONE);
  server.isGone = false;
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByText(/of these texts per second/);
  expect(isOff()).toBe(false);
});

it("has all texts read in the language that is chosen", async () => {
  await choose("");
  const language = await screen.findByLabelText<HTMLSelectElement>("Language");
  expect(language.selectedOptions[0]?.text).toBe("detected");
  await screen.findByRole("option", { name: "German" });
  fireEvent.change(language, { target: { value: "de" } });
  await waitFor(() => expect(useImportDraft.getState().draft?.preview?.plan.language).toBe("de"));
  expect(language.selectedOptions[0]?.text).toBe("German");
});
