// @vitest-environment jsdom
import { usePublished } from "../../../../renderer/state/publish.ts";
import "../../../support/page-gaps.ts";
import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { EMPTY_WORKSPACE } from "../../../../core/workspace/workspace.ts";
import { queryClient } from "../../../../renderer/api/query-client.ts";
import { PageProviders } from "../../../../renderer/app/page-providers.tsx";
import { ExportDialogs } from "../../../../renderer/features/export/export-dialogs.tsx";
import { NOTHING } from "../../../../renderer/model/map-content.ts";
import { runAction, useActions } from "../../../../renderer/state/actions.ts";
import { changeSettings, useSettings } from "../../../../renderer/state/settings.ts";
import { openWorkspace } from "../../../../renderer/state/workspace.ts";
import { wholeAnswer } from "../../../support/whole-answer.ts";
import { layerOf, pinOf } from "./material.ts";

const blobs = new Map<string, Blob>();
let saved: { name: string; blob: Blob }[] = [];

beforeEach(() => {
  openWorkspace(EMPTY_WORKSPACE);
  queryClient.clear();
  changeSettings({ image: {} });
  saved = [];
  const cards = [{ name: "en", state: "ready", isDefault: true, checksum: "c", terms: 3 }];
  vi.stubGlobal("engine", {
    call: async (name: string) =>
      name === "app.retinaCards"
        ? { ok: true, value: wholeAnswer(name, cards) }
        : { ok: false, error: { code: "not-found", message: name, details: {} } },
    cancel: () => undefined,
  });
  URL.createObjectURL = (blob) => {
    const url = `blob:${blobs.size}`;
    blobs.set(url, blob as Blob);
    return url;
  };
  URL.revokeObjectURL = () => undefined;
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push({ name: this.download, blob: blobs.get(this.href)! });
  });
  usePublished.setState({
    map: {
      ...NOTHING,
      title: "jaguar",
      layers: [layerOf("jaguar", [0, 127, 16_383])],
      fingerprint: pinOf("jaguar", [0, 127, 16_383]),
    },
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  usePublished.setState({ map: NOTHING });
  usePublished.setState({ exports: null });
});

const bytesOf = async (blob: Blob) => Buffer.from(await blob.arrayBuffer());

function show() {
  render(
    <PageProviders>
      <ExportDialogs />
    </PageProviders>,
  );
  return userEvent.setup();
}

async function openDialog() {
  const person = show();
  act(() => runAction("export.image"));
  await screen.findByRole("dialog", { name: "Save picture" });
  return person;
}

describe("a report", () => {
  it("is refused with what the map says where it shows nothing", () => {
    show();
    const refusal = () =>
      useActions.getState().actions.find(({ id }) => id === "export.report")?.disabledBecause;
    expect(refusal()).toBeNull();
    const publish = (emptyText: string) =>
      act(() => usePublished.setState({ map: { ...NOTHING, emptyText } }));
    publish("No cell stands out beyond chance");
    expect(refusal()).toBe("No cell stands out beyond chance");
    publish("");
    expect(refusal()).toBe("Nothing is shown yet");
  });
});

describe("the dialog of pictures", () => {
  it("saves the map as an SVG of the chosen width, and stays open for the next file", async () => {
    const person = await openDialog();
    await person.click(screen.getByRole("radio", { name: "SVG" }));
    const width = screen.getByLabelText("Width");
    await person.clear(width);
    await person.type(width, "640{Enter}");
    for (const count of [1, 2]) {
      await person.click(screen.getByRole("button", { name: "Save SVG" }));
      await waitFor(() => expect(saved.length).toBe(count));
    }
    expect(saved[0]?.name).toBe("jaguar.svg");
    const svg = (await bytesOf(saved[0]!.blob)).toString();
    expect(svg).toContain('width="640"');
    expect(svg).toContain("<title>jaguar</title>");
    expect(svg).toContain("jaguar: 3 cells");
    expect(screen.getByRole("dialog", { name: "Save picture" })).toBeDefined();
  });

  it("remembers its choices but for what is shown, and describes the picture", async () => {
    const person = await openDialog();
    await person.click(screen.getByRole("radio", { name: "Fingerprint" }));
    await person.click(screen.getByRole("radio", { name: "Dark" }));
    await person.click(screen.getByRole("switch", { name: "Title and legend" }));
    expect(await screen.findByRole("img", { name: /^jaguar: 3 of 16,384 cells/ })).toBeDefined();
    expect(screen.queryByRole("switch", { name: "Names of regions" })).toBeNull();
    expect(useSettings.getState().image).toMatchObject({ background: "dark", hasLegend: false });
    await person.click(screen.getByRole("button", { name: "Close" }));
    act(() => runAction("export.image"));
    expect(await screen.findByRole("radio", { name: "Whole map" })).toHaveProperty("checked", true);
    expect(screen.getByRole("radio", { name: "Dark" })).toHaveProperty("checked", true);
  });

  it("offers no fingerprint where there is none, and names the bare map after the retina", async () => {
    usePublished.setState({ map: NOTHING });
    await openDialog();
    expect(await screen.findByText("The map of en.png")).toBeDefined();
    expect(screen.queryByRole("radio", { name: "Fingerprint" })).toBeNull();
  });

  it("refuses a PNG that is too large, and takes another width", async () => {
    changeSettings({ image: { width: 12_000 } });
    const person = await openDialog();
    expect((await screen.findByRole("alert")).textContent).toContain("too many for a PNG");
    const save = screen.getByRole("button", { name: "Save PNG" });
    expect(save.hasAttribute("disabled")).toBe(true);
    await person.click(screen.getByRole("radio", { name: "SVG" }));
    expect(screen.queryByRole("alert")).toBeNull();
  });
});

describe("a PDF", () => {
  it("is made by the desktop from the page that is printed, which goes afterwards", async () => {
    let printed = "";
    const printToPdf = vi.fn(async () => {
      printed = document.querySelector(".printed-sheet")?.shadowRoot?.innerHTML ?? "";
      return new TextEncoder().encode("%PDF-1.4");
    });
    vi.stubGlobal("desktop", { printToPdf });
    const person = await openDialog();
    await person.click(screen.getByRole("radio", { name: "PDF" }));
    await person.click(screen.getByRole("button", { name: "Save PDF" }));
    await waitFor(() => expect(saved.length).toBe(1));
    expect(saved[0]?.name).toBe("jaguar.pdf");
    expect(printed).toContain("<title>jaguar</title>");
    expect(document.querySelector(".printed-sheet")).toBeNull();
  });

  it("is left to the dialog for printing in a browser", async () => {
    const print = vi.spyOn(window, "print").mockImplementation(() => undefined);
    const person = await openDialog();
    await person.click(screen.getByRole("radio", { name: "PDF" }));
    await person.click(screen.getByRole("button", { name: "Print or save PDF…" }));
    await waitFor(() => expect(print).toHaveBeenCalledOnce());
    expect(document.title).toBe("jaguar");
    window.dispatchEvent(new Event("afterprint"));
    expect(document.querySelector(".printed-sheet")).toBeNull();
  });
});
