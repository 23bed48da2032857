// @vitest-environment jsdom
import "../../../support/page-gaps.ts";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { queryClient } from "../../../../renderer/api/query-client.ts";
import { useKeyBindings } from "../../../../renderer/app/key-bindings.ts";
import { PageProviders } from "../../../../renderer/app/page-providers.tsx";
import { FiltersLens } from "../../../../renderer/features/filters/filters-lens.tsx";
import { FiltersResults } from "../../../../renderer/features/filters/filters-results.tsx";
import { makeExample } from "../../../../renderer/model/filters/filter-model.ts";
import { EMPTY_WORKSPACE } from "../../../../renderer/model/workspace.ts";
import { closeTexts, openTexts } from "../../../../renderer/state/filters/classify-run.ts";
import { useFeed } from "../../../../renderer/state/filters/feed-state.ts";
import { addFilter, useFilterDesk } from "../../../../renderer/state/filters/filter-state.ts";
import { filters } from "../../../../renderer/state/filters/filter-store.ts";
import { changeSettings, useSettings } from "../../../../renderer/state/settings.ts";
import { openWorkspace, undo } from "../../../../renderer/state/workspace.ts";
import { installToyEngine } from "../../../support/toy-engine.ts";

const DESK = useFilterDesk.getInitialState();
const FEED = useFeed.getInitialState();

const TEXTS = [
  "butter bread with some cheese",
  "parliament votes",
  "ships bridge tower",
  "garden fence paint",
  "bread taxes ships",
  "bread bridge tower",
  "qqqq xqxq",
];

beforeEach(() => {
  openWorkspace(EMPTY_WORKSPACE);
  queryClient.clear();
  useFilterDesk.setState({ ...DESK, tab: "next" });
  useFeed.setState(FEED);
  installToyEngine();
  changeSettings({ keys: {} });
});

afterEach(() => {
  cleanup();
  closeTexts();
  vi.unstubAllGlobals();
});

function Views() {
  useKeyBindings();
  return (
    <>
      <FiltersLens />
      <FiltersResults />
    </>
  );
}

async function showFeed(texts: readonly string[] = TEXTS) {
  addFilter("Food", [makeExample("butter bread with cheese", "positive")]);
  openTexts({
    name: "texts.csv",
    columns: ["text"],
    texts: texts.map((text, index) => ({ line: index + 1, text, cells: [text] })),
  });
  render(
    <PageProviders>
      <Views />
    </PageProviders>,
  );
  const person = userEvent.setup();
  const find = await screen.findByRole("button", { name: "Find texts to decide on" });
  await waitFor(() => expect(find.hasAttribute("disabled")).toBe(false));
  await person.click(find);
  return person;
}

const list = () => screen.findByRole("grid", { name: "Texts to decide on" });
const examples = () => filters.read()[0]!.examples.map(({ text, side }) => [side, text]);
const lane = (name: RegExp) => screen.findByRole("radio", { name });
const shown = () => screen.getByRole("region", { name: "Decide" });

/** Opens the lane of the texts that share nothing with the filter, in the order of the file. */
async function showOut() {
  fireEvent.click(await lane(/^Surely out/));
  const grid = await list();
  grid.focus();
  return grid;
}

describe("the feed of examples", () => {
  it("decides by key, the focus stays in the list, and every decision is taken back by key", async () => {
    const person = await showFeed();
    const grid = await showOut();
    await within(grid).findByText("parliament votes");
    await person.keyboard("x");
    expect(examples().at(-1)).toEqual(["negative", "parliament votes"]);
    await waitFor(() => expect(within(grid).queryByText("parliament votes")).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(grid));
    await person.keyboard("a");
    expect(examples().at(-1)?.[0]).toBe("positive");
    expect(examples().length).toBe(3);
    await waitFor(() => expect(document.activeElement).toBe(grid));
    await person.keyboard("{Backspace}");
    expect(examples().length).toBe(2);
    await person.keyboard("{Backspace}");
    expect(examples()).toEqual([["positive", "butter bread with cheese"]]);
    expect(await within(grid).findByText("parliament votes")).toBeDefined();
  });

  it("skips, and takes the skip back", async () => {
    const person = await showFeed();
    const grid = await showOut();
    const first = within(shown()).getByText("parliament votes");
    expect(first).toBeDefined();
    await person.keyboard(" ");
    await waitFor(() => expect(within(grid).queryByText("parliament votes")).toBeNull());
    expect(examples().length).toBe(1);
    await person.keyboard("{Backspace}");
    expect(await within(grid).findByText("parliament votes")).toBeDefined();
  });

  it("decides on several rows at once as one step", async () => {
    const person = await showFeed();
    const grid = await showOut();
    await person.keyboard("{ArrowDown}{Shift>}{ArrowDown}{/Shift}");
    const chosen = within(grid).getAllByRole("row", { selected: true }).length;
    expect(chosen).toBe(2);
    await person.keyboard("x");
    expect(examples().length).toBe(3);
    expect(undo()).toBe("Add 2 texts that do not");
    expect(examples().length).toBe(1);
  });

  it("answers keys after a click with the mouse, and a person's own keys", async () => {
    const person = await showFeed();
    const grid = await showOut();
    changeSettings({ keys: { "feed.skip": "s", "feed.accept": "j" } });
    await person.click(await within(grid).findByText("parliament votes"));
    expect(within(shown()).getByRole("button", { name: "Skip S" })).toBeDefined();
    grid.focus();
    await person.keyboard("a");
    expect(examples().length).toBe(1);
    await person.keyboard("s");
    await waitFor(() => expect(within(grid).queryByText("parliament votes")).toBeNull());
    await person.keyboard("j");
    expect(examples().at(-1)?.[0]).toBe("positive");
    expect(useSettings.getState().keys).toEqual({ "feed.skip": "s", "feed.accept": "j" });
  });

  it("takes keys by their place where the board is another one", async () => {
    const person = await showFeed();
    const grid = await showOut();
    await person.click(screen.getByRole("switch", { name: /Keys by their position/ }));
    grid.focus();
    fireEvent.keyDown(grid, { key: "q", code: "KeyA" });
    expect(examples().at(-1)?.[0]).toBe("positive");
    await waitFor(() => expect(examples().length).toBe(2));
    fireEvent.keyDown(grid, { key: "a", code: "KeyQ" });
    expect(examples().length).toBe(2);
  });

  it("changes a text before it is decided on; the original is not offered again", async () => {
    const person = await showFeed();
    const grid = await showOut();
    await person.keyboard("e");
    const box = await screen.findByLabelText("The text, changed");
    await waitFor(() => expect(document.activeElement).toBe(box));
    await person.type(box, " a x e f");
    expect(examples().length).toBe(1);
    await person.click(within(shown()).getByRole("button", { name: "Does not" }));
    expect(examples().at(-1)).toEqual(["negative", "parliament votes a x e f"]);
    await waitFor(() => expect(within(grid).queryByText("parliament votes")).toBeNull());
    expect(undo()).toBe("Add a changed text that does not");
    expect(examples().length).toBe(1);
    expect(await within(grid).findByText("parliament votes")).toBeDefined();
  });

  it("flags a text, and lists the flagged ones", async () => {
    const person = await showFeed();
    await showOut();
    await person.keyboard("f");
    fireEvent.click(await lane(/^Flagged 1/));
    const grid = await list();
    expect(within(grid).getByText("parliament votes")).toBeDefined();
    expect(within(grid).getAllByRole("row").length).toBe(2);
    grid.focus();
    await person.keyboard("f");
    expect(await screen.findByText(/Nothing is left to decide here/)).toBeDefined();
  });

  it("says so when nothing is left, and does not load for ever", async () => {
    await showFeed(["butter bread with cheese", "Butter  bread with CHEESE", "qqqq xqxq"]);
    expect(await screen.findByText(/Nothing is left to decide: every text/)).toBeDefined();
    expect(screen.queryByRole("status", { name: /Judging/ })).toBeNull();
  });

  it("decides on all that are listed with one press, and takes it back", async () => {
    const person = await showFeed();
    await list();
    await person.type(screen.getByLabelText("Find among these texts"), "bread");
    await person.click(await screen.findByRole("button", { name: "All 2 listed belong" }));
    expect(examples().length).toBe(3);
    expect(undo()).toBe("Add 2 texts that belong");
  });
});
