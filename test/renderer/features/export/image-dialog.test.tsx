// @vitest-environment jsdom
import { useOpenedWith } from "../../../../renderer/state/open-with.ts";
import { usePublished } from "../../../../renderer/state/publish.ts";
import "../../../support/page-gaps.ts";
import {
  act,
  cleanup,
  fireEvent,
  render,
  renderHook,
  screen,
  waitFor,
  within,
} from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { unzipSync } from "fflate";
import { PNG } from "pngjs";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { EMPTY_WORKSPACE } from "../../../../core/workspace/workspace.ts";
import { queryClient } from "../../../../renderer/api/query-client.ts";
import { PageProviders } from "../../../../renderer/app/page-providers.tsx";
import { ImageExport } from "../../../../renderer/features/export/image-export.tsx";
import {
  type PictureJob,
  renderPicture,
} from "../../../../renderer/features/export/picture-job.ts";
import { compareLayers } from "../../../../renderer/model/map/layers.ts";
import { NOTHING } from "../../../../renderer/model/map-content.ts";
import { runAction, useActions } from "../../../../renderer/state/actions.ts";
import { useNavigation } from "../../../../renderer/state/navigation.ts";
import { pin, pins } from "../../../../renderer/state/pins.ts";
import { changeSettings, useSettings } from "../../../../renderer/state/settings.ts";
import { subject } from "../../../../renderer/state/subject.ts";
import { openWorkspace } from "../../../../renderer/state/workspace.ts";
import { wholeAnswer } from "../../../support/whole-answer.ts";
import { layerOf, pinOf } from "./material.ts";

/** Draws in place of the worker; the picture of this label never comes. */
class SameThread {
  static held = "";
  onmessage: ((event: { data: unknown }) => void) | null = null;
  postMessage(job: PictureJob) {
    if (job.plan.label === SameThread.held) return;
    queueMicrotask(() => this.onmessage?.({ data: { bytes: renderPicture(job) } }));
  }
  terminate() {
    this.onmessage = null;
  }
}

const blobs = new Map<string, Blob>();
let saved: { name: string; blob: Blob }[] = [];

beforeEach(() => {
  openWorkspace(EMPTY_WORKSPACE);
  queryClient.clear();
  changeSettings({ image: {} });
  SameThread.held = "";
  saved = [];
  const cards = [{ name: "en", state: "ready", isDefault: true, checksum: "c", terms: 3 }];
  vi.stubGlobal("engine", {
    call: async (name: string) =>
      name === "app.retinaCards"
        ? { ok: true, value: wholeAnswer(name, cards) }
        : { ok: false, error: { code: "not-found", message: name, details: {} } },
    cancel: () => undefined,
  });
  vi.stubGlobal("Worker", SameThread);
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
      <ImageExport />
    </PageProviders>,
  );
  return userEvent.setup();
}

async function openDialog() {
  const person = show();
  act(() => runAction("export.image"));
  await screen.findByRole("dialog", { name: "Export a picture" });
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

describe("the image dialog", () => {
  it("saves what the map shows as a PNG of the chosen size under the chosen name", async () => {
    const person = await openDialog();
    await person.click(screen.getByRole("radio", { name: "Service" }));
    for (const text of ["Title", "Caption", "Legend"])
      await person.click(screen.getByRole("switch", { name: text }));
    fireEvent.change(screen.getByLabelText("Pixels per cell"), { target: { value: "2" } });
    expect(screen.getByText("258 × 258 pixels")).toBeDefined();
    const name = screen.getByLabelText("File name");
    await person.clear(name);
    await person.type(name, "{{label}-{{cells}");
    await person.click(screen.getByRole("button", { name: "Save PNG" }));
    await waitFor(() => expect(saved.length).toBe(1));
    expect(saved[0]?.name).toBe("jaguar-3.png");
    const { width, data } = PNG.sync.read(await bytesOf(saved[0]!.blob));
    const redAt = (x: number, y: number) => data[4 * (y * width + x)];
    expect([redAt(1, 1), redAt(3, 1), redAt(256, 1), redAt(256, 256)]).toEqual([16, 255, 16, 16]);
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("draws the same picture where no worker can be started", async () => {
    class Broken {
      onerror: (() => void) | null = null;
      postMessage() {
        queueMicrotask(() => this.onerror?.());
      }
      terminate() {}
    }
    vi.stubGlobal("Worker", Broken);
    const person = await openDialog();
    await person.click(screen.getByRole("button", { name: "Save PNG" }));
    await waitFor(() => expect(saved.length).toBe(1));
    expect(PNG.sync.read(await bytesOf(saved[0]!.blob)).width).toBe(1128);
  });

  it("remembers the last settings, and shows the file itself", async () => {
    const person = await openDialog();
    await person.click(screen.getByRole("radio", { name: "SVG" }));
    await person.click(screen.getByRole("switch", { name: /Include how it was made/ }));
    const picture = await screen.findByRole("img", { name: /^jaguar: 3 of 16,384 cells/ });
    await waitFor(async () => {
      const shown = await bytesOf(blobs.get(picture.getAttribute("src")!)!);
      expect(shown.toString()).toContain("<title>jaguar</title>");
      expect(shown.toString()).not.toContain("metadata");
    });
    expect(useSettings.getState().image).toMatchObject({ format: "svg", carriesState: false });
  });

  it("offers pins only when there are some, and saves each into one zip", async () => {
    const person = await openDialog();
    expect(screen.queryByRole("radio", { name: "Each pin" })).toBeNull();
    act(() => {
      pin(pinOf("cat", [1]));
      pin({ ...pinOf("cat", [2]), id: "another" });
    });
    await person.click(screen.getByRole("radio", { name: "Each pin" }));
    await person.click(screen.getByRole("button", { name: "Save 2 pictures" }));
    await waitFor(() => expect(saved.length).toBe(1));
    const files = unzipSync(await bytesOf(saved[0]!.blob));
    expect(Object.keys(files)).toEqual(["cat-en-1.png", "cat-en-1 (2).png"]);
    for (const file of Object.values(files))
      expect(PNG.sync.read(Buffer.from(file)).width).toBe(1128);
  });

  it("puts the positions of each beside the pictures where they are wanted, and of one alone in a file", async () => {
    const person = await openDialog();
    act(() => {
      for (const [label, cells] of Object.entries({ cat: [1, 2], dog: [0, 16383] }))
        pin(pinOf(label, cells));
    });
    await person.click(screen.getByRole("radio", { name: "Each pin" }));
    await person.click(screen.getByRole("switch", { name: "Their cells in a file beside them" }));
    await person.click(await screen.findByRole("button", { name: "Save 2 pictures" }));
    await waitFor(() => expect(saved.length).toBe(1));
    const files = unzipSync(await bytesOf(saved[0]!.blob));
    const data = JSON.parse(new TextDecoder().decode(files["positions.json"]));
    const told = data.pictures.map(
      (picture: { file: string; panels: { layers: { positions: number[] }[] }[] }) => [
        picture.file,
        picture.panels[0]?.layers[0]?.positions,
      ],
    );
    expect(told).toEqual([
      ["cat-en-2.png", [1, 2]],
      ["dog-en-2.png", [0, 16383]],
    ]);
    await person.click(screen.getByRole("radio", { name: "As seen" }));
    await person.click(screen.getByText("The picture in words and numbers"));
    await person.click(screen.getByRole("button", { name: "Save its cells as JSON" }));
    expect(saved[1]?.name).toMatch(/\.positions\.json$/);
    const own = JSON.parse(await saved[1]!.blob.text());
    expect(own.pictures[0].panels[0].layers[0].positions).toEqual([0, 127, 16383]);
  });

  const stopAfterOne = async () => {
    const person = await openDialog();
    act(() => {
      for (const label of ["a", "b", "c"]) pin(pinOf(label, [1]));
    });
    await person.click(screen.getByRole("radio", { name: "Each pin" }));
    await screen.findByRole("img");
    SameThread.held = "b";
    await person.click(screen.getByRole("button", { name: "Save 3 pictures" }));
    expect(await screen.findByText("1 of 3 pictures drawn")).toBeDefined();
    await person.click(screen.getByRole("button", { name: "Cancel" }));
    expect(await screen.findByText("Stopped after 1 of 3 pictures.")).toBeDefined();
    expect(saved).toEqual([]);
    return person;
  };

  it("stops a batch on request and saves nothing of it unasked", async () => {
    const person = await stopAfterOne();
    await person.click(screen.getByRole("button", { name: "Discard it" }));
    expect(screen.getByRole("button", { name: "Save 3 pictures" })).toBeDefined();
    expect(saved).toEqual([]);
  });

  it("keeps what was whole of a batch that was stopped, where that is wanted", async () => {
    const person = await stopAfterOne();
    await person.click(screen.getByRole("button", { name: "Save the 1 picture" }));
    const files = unzipSync(await bytesOf(saved[0]!.blob));
    expect(Object.keys(files)).toEqual(["a-en-1.png"]);
    expect(PNG.sync.read(Buffer.from(files["a-en-1.png"]!)).width).toBe(1128);
  });

  it("draws in the person's own colours and takes a wish for the width", async () => {
    const person = await openDialog();
    await person.click(screen.getByRole("radio", { name: "Service" }));
    for (const text of ["Title", "Caption", "Legend"])
      await person.click(screen.getByRole("switch", { name: text }));
    fireEvent.change(screen.getByLabelText("Custom cell colour"), { target: { value: "#00aa11" } });
    fireEvent.change(screen.getByLabelText("Custom background"), { target: { value: "#223344" } });
    const width = screen.getByLabelText("Maximum width of the picture, in pixels");
    await person.clear(width);
    await person.type(width, "300{Enter}");
    expect(screen.getByText("258 × 258 pixels")).toBeDefined();
    await person.click(screen.getByRole("button", { name: "Save PNG" }));
    await waitFor(() => expect(saved.length).toBe(1));
    const { width: across, data } = PNG.sync.read(await bytesOf(saved[0]!.blob));
    const colourAt = (x: number, y: number) => [...data.subarray(4 * (y * across + x)).slice(0, 3)];
    expect(across).toBe(258);
    expect([colourAt(1, 1), colourAt(3, 1)]).toEqual([
      [0x00, 0xaa, 0x11],
      [0x22, 0x33, 0x44],
    ]);
  });

  it("opens on what is seen, whatever was made last, with four things to choose among at most", async () => {
    changeSettings({ image: { what: "batch" } });
    pin(pinOf("cat", [1]));
    pin(pinOf("dog", [2]));
    usePublished.setState({
      map: {
        ...NOTHING,
        title: "river and bank",
        layers: compareLayers([1, 2], [2, 3], { left: "river", right: "bank" }),
      },
    });
    const person = await openDialog();
    expect(screen.getByRole("radio", { name: "As seen" })).toHaveProperty("checked", true);
    const what = within(screen.getByRole("group", { name: "What" }));
    expect(what.getAllByRole("radio").length).toBeLessThanOrEqual(4);
    await person.click(what.getByRole("radio", { name: "On one sheet" }));
    const which = within(screen.getByRole("group", { name: "Which" }));
    expect(which.getAllByRole("radio").map((radio) => radio.parentElement?.textContent)).toEqual([
      "Three panels",
      "Contact sheet",
    ]);
  });

  it("draws more pixels for print, of the same size on paper", async () => {
    const person = await openDialog();
    await person.click(screen.getByRole("radio", { name: "Service" }));
    for (const text of ["Title", "Caption", "Legend"])
      await person.click(screen.getByRole("switch", { name: text }));
    fireEvent.change(screen.getByLabelText("Pixels per cell"), { target: { value: "4" } });
    expect(screen.getByText("514 × 514 pixels")).toBeDefined();
    await person.click(screen.getByRole("radio", { name: "300" }));
    expect(screen.getByText("1,666 × 1,666 pixels · 14.1 × 14.1 cm")).toBeDefined();
    await person.click(screen.getByRole("button", { name: "Save PNG" }));
    await waitFor(() => expect(saved.length).toBe(1));
    expect(PNG.sync.read(await bytesOf(saved[0]!.blob)).width).toBe(1666);
  });

  it("says what the bare map shows, and names its file after the retina", async () => {
    usePublished.setState({ map: NOTHING });
    await openDialog();
    expect(await screen.findByText("The map of en.png")).toBeDefined();
    expect(screen.getByText(/^No cell is set: the picture/)).toBeDefined();
  });

  it("says a limit before drawing and offers the size that works", async () => {
    changeSettings({ image: { columns: 8, cell: 32 } });
    Array.from({ length: 16 }, (_, i) => pin(pinOf(`${i}`, [i])));
    const person = await openDialog();
    await person.click(screen.getByRole("radio", { name: "Contact sheet" }));
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain("more than a bitmap may have");
    expect(screen.getByRole("button", { name: "Save PNG" }).hasAttribute("disabled")).toBe(true);
    await person.click(within(alert).getByRole("button", { name: /^Use cells of/ }));
    expect(screen.queryByRole("alert")).toBeNull();
    expect(screen.getByRole("button", { name: "Save PNG" }).hasAttribute("disabled")).toBe(false);
  });
});

describe("a picture dropped on the window", () => {
  const drop = (file: File) =>
    act(() => {
      fireEvent.drop(window, { dataTransfer: { types: ["Files"], files: [file] } });
    });

  it("opens in Explore as it was made", async () => {
    const person = await openDialog();
    await person.click(screen.getByRole("button", { name: "Save PNG" }));
    await waitFor(() => expect(saved.length).toBe(1));
    useNavigation.setState({ view: "text" });
    drop(new File([await bytesOf(saved[0]!.blob)], "jaguar.png"));
    await waitFor(() => expect(subject.read().expression).toEqual({ term: "jaguar" }));
    expect(useNavigation.getState().view).toBe("explore");
    expect(pins.read()).toEqual([]);
  });

  it("of a comparison opens in Compare as its two expressions, with the look it had", async () => {
    const sides = [pinOf("river", [1, 2]), pinOf("bank", [2, 3])] as const;
    usePublished.setState({
      map: {
        ...NOTHING,
        title: "river and bank",
        layers: compareLayers([1, 2], [2, 3], { left: "river", right: "bank" }),
        sides,
      },
    });
    const taken = vi.fn();
    renderHook(() => useOpenedWith("compare", taken));
    const person = await openDialog();
    await person.click(screen.getByRole("radio", { name: "Dark" }));
    await person.click(screen.getByRole("button", { name: "Save PNG" }));
    await waitFor(() => expect(saved.length).toBe(1));
    changeSettings({ image: {} });
    drop(new File([await bytesOf(saved[0]!.blob)], "pair.png"));
    await waitFor(() => expect(taken).toHaveBeenCalled());
    expect(taken.mock.calls[0]).toEqual([
      [{ term: "river" }, { term: "bank" }],
      ["river", "bank"],
    ]);
    expect(useSettings.getState().image).toMatchObject({ preset: "Dark" });
    expect(pins.read()).toEqual([]);
  });

  it("that carries nothing is said to carry nothing", async () => {
    show();
    drop(new File(["<svg></svg>"], "plain.svg"));
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain("plain.svg contains no state");
    expect(subject.read().expression).toBeNull();
  });
});
