// @vitest-environment jsdom
import "../../../support/page-gaps.ts";
import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { queryClient } from "../../../../renderer/api/query-client.ts";
import {
  dropDraft,
  importDraft,
  offerPaths,
  useImportDraft,
} from "../../../../renderer/features/collection/collection-import.ts";
import { ImportPanel } from "../../../../renderer/features/collection/import-panel.tsx";
import { RetinaContext } from "../../../../renderer/state/retina.ts";

const server = vi.hoisted(() => ({ asked: [] as [string, Record<string, unknown>][] }));
vi.mock("../../../../renderer/api/client.ts", () => ({
  onTiming: () => () => undefined,
  call: async (endpoint: string, args: Record<string, unknown>) => {
    if (endpoint === "app.readers") return [];
    const isAsked = endpoint === "app.collectionPreview" || endpoint === "app.jobStart";
    if (isAsked) server.asked.push([endpoint, args]);
    if (endpoint !== "app.collectionPreview") throw new Error(`Nobody answers ${endpoint}.`);
    return {
      plan: {
        text: "text",
        columns: [
          { name: "when", type: "text" },
          { name: "tags", type: "list" },
        ],
        roles: {},
        lists: [{ column: "tags", format: ";" }],
        ambiguous: ["when"],
      },
      table: {
        encoding: "koi8-u",
        delimiter: "\t",
        quote: "",
        header: 3,
        headerRows: 1,
        rows: 20,
        misfits: 4,
        stops: true,
        mojibake: 2,
        missing: 1,
        notes: ["“raw” holds bytes (BLOB) and is left out."],
      },
      sheets: [],
      sheet: null,
      found: ["text", "when", "tags"].map((name) => ({
        name,
        values: ["a"],
        different: 1,
        filled: 1,
        unfit: 0,
      })),
      rows: [],
      records: 20,
      languages: [],
      odd: 0,
      oddities: [],
    };
  },
}));

function Panel() {
  const { draft } = useImportDraft();
  return draft && <ImportPanel draft={draft} />;
}
beforeEach(async () => {
  server.asked = [];
  render(
    <QueryClientProvider client={queryClient}>
      <RetinaContext value={{ name: "tiny", checksum: "11" }}>
        <Panel />
      </RetinaContext>
    </QueryClientProvider>,
  );
  await offerPaths(["/texts/rows.csv"]);
});
afterEach(() => {
  dropDraft();
  cleanup();
  queryClient.clear();
});

const lastAsked = () => server.asked.at(-1)?.[1];
const chosenIn = async (label: string) =>
  (await screen.findByLabelText<HTMLSelectElement>(label)).value;

it("shows how the file is read", async () => {
  expect(await chosenIn("Encoding")).toBe("koi8-u");
  expect(await chosenIn("Delimiter")).toBe("\t");
  expect(await chosenIn("Quotation marks")).toBe("none");
  expect(await chosenIn("Names of the columns")).toBe("3");
  expect(await chosenIn("Format of tags")).toBe(";");
  expect(screen.getByText(/is left out/)).toBeTruthy();
});

it("asks again with what a user chooses, and imports so", async () => {
  const select = async (label: string, value: string) =>
    fireEvent.change(await screen.findByLabelText(label), { target: { value } });
  await select("Encoding", "windows-1252");
  expect(lastAsked()).toMatchObject({ encoding: "windows-1252" });
  await select("Names of the columns", "0");
  expect(lastAsked()).toMatchObject({ encoding: "windows-1252", header: 0 });
  await select("Format of when", "mdy");
  await select("Format of tags", ",");
  const kinds = [
    { column: "when", kind: "date", format: "mdy" },
    { column: "tags", kind: "list", format: "," },
  ];
  expect(lastAsked()).toMatchObject({ header: 0, kinds });
  fireEvent.click(screen.getByLabelText(/Import although 4 of 20 rows/));
  fireEvent.click(screen.getByLabelText(/Repair letters/));
  await waitFor(() => expect(lastAsked()).toMatchObject({ repair: true, kinds }));
  expect(lastAsked()).not.toHaveProperty("acceptMisfits");
  await importDraft("tiny");
  expect(server.asked.at(-1)).toMatchObject([
    "app.jobStart",
    {
      input: { encoding: "windows-1252", header: 0, repair: true, acceptMisfits: true, kinds },
    },
  ]);
});
