// @vitest-environment jsdom
import { openWith } from "../../../../renderer/state/open-with.ts";
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
} from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { EMPTY_WORKSPACE } from "../../../../core/workspace/workspace.ts";
import { queryClient } from "../../../../renderer/api/query-client.ts";
import { PageProviders } from "../../../../renderer/app/page-providers.tsx";
import { useWindowDrop } from "../../../../renderer/components/files/file-drop.tsx";
import { textBench, useTextLook } from "../../../../renderer/features/text/text-bench.ts";
import { TextLens } from "../../../../renderer/features/text/text-lens.tsx";
import { TextResults } from "../../../../renderer/features/text/text-results.tsx";
import { openWorkspace, undo } from "../../../../renderer/state/workspace.ts";
import { installToyEngine, toyCells } from "../../../support/toy-engine.ts";

const TEXT = "The river floods fields. Farmers leave.\nBanks raise 77 rates qzzq.";

beforeEach(() => {
  openWorkspace(EMPTY_WORKSPACE);
  queryClient.clear();
  useTextLook.setState(useTextLook.getInitialState());
  installToyEngine();
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function show(text = TEXT) {
  render(
    <PageProviders>
      <TextLens />
      <TextResults />
    </PageProviders>,
  );
  fireEvent.change(screen.getByLabelText("Text to look at"), { target: { value: text } });
  await screen.findByRole("region", { name: "Keywords" });
  return userEvent.setup();
}

const shownCells = () => Array.from(usePublished.getState().map.layers[0]?.positions ?? []);
const word = (start: string) => screen.getByRole("button", { name: new RegExp(`^${start}:`) });

describe("the Text view", () => {
  it("teaches one step while there is no text", async () => {
    render(
      <PageProviders>
        <TextLens />
        <TextResults />
      </PageProviders>,
    );
    fireEvent.click(screen.getByRole("button", { name: /Load an example/ }));
    expect(await screen.findByRole("region", { name: "Slices" })).toBeDefined();
    expect(undo()).toBe("Load the example");
    expect(textBench.read().text).toBe("");
  });

  it("reads a text that it is opened with, as one step", async () => {
    render(
      <PageProviders>
        <TextLens />
        <TextResults />
      </PageProviders>,
    );
    act(() => openWith("text", [{ text: TEXT }]));
    expect(await screen.findByRole("region", { name: "Keywords" })).toBeDefined();
    expect(textBench.read().text).toBe(TEXT);
    expect(undo()).toBe("Read the text");
  });

  it("marks each word as used, unknown or ignored, with the reason", async () => {
    await show();
    expect(word("river").getAttribute("data-use")).toBe("used");
    expect(word("qzzq").getAttribute("aria-label")).toBe("qzzq: unknown: not in the vocabulary");
    expect(word("The").getAttribute("data-use")).toBe("ignored");
    expect(screen.getByRole("heading", { name: "8 of 11 words used" })).toBeDefined();
    expect(shownCells()).toEqual(toyCells(TEXT));
  });

  it("is one stop of the Tab key; arrows go from word to word", async () => {
    const person = await show();
    const stops = () =>
      screen
        .getAllByRole("button", { name: /: (used|unknown|ignored|left)/ })
        .filter(({ tabIndex }) => tabIndex === 0)
        .map(({ textContent }) => textContent);
    expect(stops()).toEqual(["The"]);
    word("The").focus();
    await person.keyboard("{ArrowRight}{ArrowRight}");
    expect(document.activeElement?.textContent).toBe("floods");
    expect(stops()).toEqual(["floods"]);
    await person.keyboard("{End}{ArrowRight}{ArrowLeft}");
    expect(document.activeElement?.textContent).toBe("rates");
  });

  it("marks where each slice begins, and chooses the slice of a word that is clicked", async () => {
    const person = await show();
    const marks = screen.getByRole("group", { name: "Words of the text" });
    const letters = [...marks.querySelectorAll(".letter")];
    expect(letters.map((letter) => letter.textContent)).toEqual(["A", "B"]);
    expect(letters[1]?.nextElementSibling?.textContent).toBe("Banks");
    await person.click(word("rates"));
    await waitFor(() => expect(shownCells()).toEqual(toyCells("Banks raise 77 rates qzzq.")));
    await person.click(word("rates"));
    await waitFor(() => expect(shownCells()).toEqual(toyCells(TEXT)));
  });

  it("shows slices in their own colours, or one alone", async () => {
    const person = await show();
    fireEvent.click(screen.getByRole("radio", { name: "Slices" }));
    await waitFor(() =>
      expect(usePublished.getState().map.layers.map(({ letter }) => letter)).toEqual(["A", "B"]),
    );
    await person.click(screen.getByRole("button", { name: /Banks raise/ }));
    await waitFor(() => expect(shownCells()).toEqual(toyCells("Banks raise 77 rates qzzq.")));
  });

  it("colours seven of many slices and has the rest in one layer, and in the list", async () => {
    await show(Array.from({ length: 45 }, () => "The river floods fields.").join("\n"));
    fireEvent.click(screen.getByRole("radio", { name: "Slices" }));
    await waitFor(() =>
      expect(
        usePublished.getState().map.layers.map(({ letter, label }) => letter ?? label),
      ).toEqual(["38 further slices", "A", "B", "C", "D", "E", "F", "G"]),
    );
  });

  it("says that a text without a known word has nothing to show", async () => {
    render(
      <PageProviders>
        <TextLens />
        <TextResults />
      </PageProviders>,
    );
    fireEvent.change(screen.getByLabelText("Text to look at"), { target: { value: "qqqq xqxq" } });
    expect(await screen.findByText(/None of the words is on this map/)).toBeDefined();
    expect(usePublished.getState().map.emptyText).toBe("No word of this text is known");
  });

  it("offers to keep only the text of a page", async () => {
    const person = await show("<p>River floods</p><script>evil()</script>");
    await person.click(screen.getByRole("button", { name: "Keep only the text" }));
    expect(textBench.read().text).toBe("River floods");
  });

  it("takes Markdown without its marks, and gives a table to the window", async () => {
    const person = await show();
    const input = screen.getByLabelText<HTMLInputElement>("Open a file…", { selector: "input" });
    await person.upload(input, new File(["# River\n\n**floods** fields"], "a.md"));
    await waitFor(() => expect(textBench.read().text).toBe("River\n\nfloods fields"));
    const offered: string[] = [];
    const takes = ({ kind }: { readonly kind: string }) => kind === "table";
    renderHook(() => useWindowDrop(takes, ([file]) => offered.push(file!.name)));
    const lens = screen.getByLabelText("Text to look at");
    const files = [new File(["id,text\n1,first line\n2,second line\n"], "a.csv")];
    fireEvent.drop(lens, { dataTransfer: { types: ["Files"], files } });
    await waitFor(() => expect(offered).toEqual(["a.csv"]));
    expect(textBench.read().text).toBe("River\n\nfloods fields");
  });
});

describe("a text in another language", () => {
  const GERMAN = "Der Fluss flutet Felder";

  it("is read in its own at once, and as English when asked, as one step", async () => {
    const user = await show(GERMAN);
    await screen.findByText(/Read in German, on the map of en/);
    const moved = toyCells(GERMAN).map((cell) => cell + 1);
    await waitFor(() => expect(shownCells()).toEqual(moved));
    expect(usePublished.getState().map.fingerprint?.source).toEqual({ positions: moved });
    expect(textBench.read().language).toBe("");
    await user.click(screen.getByRole("button", { name: "Read it as English" }));
    await waitFor(() => expect(shownCells()).toEqual(toyCells(GERMAN)));
    expect(undo()).toBe("Read the text as English");
    expect(textBench.read().language).toBe("");
    await waitFor(() => expect(shownCells()).toEqual(moved));
  });

  it("is read as before in a language that has no pack", async () => {
    await show();
    act(() => textBench.edit("Set it", (before) => ({ ...before, language: "sv" })));
    await screen.findByText(/No map for this language is installed/);
    expect(shownCells()).toEqual(toyCells(TEXT));
  });
});
