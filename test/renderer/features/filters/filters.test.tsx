// @vitest-environment jsdom
import { openWith } from "../../../../renderer/state/open-with.ts";
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
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ExpressionJson } from "../../../../core/api/schema/json-value.ts";
import { EMPTY_WORKSPACE } from "../../../../core/workspace/workspace.ts";
import { queryClient } from "../../../../renderer/api/query-client.ts";
import { PageProviders } from "../../../../renderer/app/page-providers.tsx";
import { useWindowDrop } from "../../../../renderer/components/files/file-drop.tsx";
import { FiltersLens } from "../../../../renderer/features/filters/filters-lens.tsx";
import { FiltersResults } from "../../../../renderer/features/filters/filters-results.tsx";
import { makeFingerprint } from "../../../../renderer/model/fingerprint.ts";
import { runAction } from "../../../../renderer/state/actions.ts";
import {
  readLook,
  readOpenCollection,
} from "../../../../renderer/state/collection/collection-look.ts";
import { useScoreRun } from "../../../../renderer/state/collection/score-run.ts";
import { redoStep, undoStep } from "../../../../renderer/state/edits.ts";
import { useFilterDesk } from "../../../../renderer/state/filters/filter-state.ts";
import { filters } from "../../../../renderer/state/filters/filter-store.ts";
import { useFilterStates } from "../../../../renderer/state/filters/ready-filters.ts";
import { useNavigation } from "../../../../renderer/state/navigation.ts";
import { pin } from "../../../../renderer/state/pins.ts";
import { useToasts } from "../../../../renderer/state/toasts.ts";
import { openWorkspace, undo } from "../../../../renderer/state/workspace.ts";
import { installToyEngine } from "../../../support/toy-engine.ts";

const DESK = useFilterDesk.getInitialState();
let calls: ReturnType<typeof installToyEngine> = [];

beforeEach(() => {
  openWorkspace(EMPTY_WORKSPACE);
  queryClient.clear();
  useFilterDesk.setState(DESK);
  calls = installToyEngine();
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show() {
  render(
    <PageProviders>
      <FiltersLens />
      <FiltersResults />
    </PageProviders>,
  );
  return userEvent.setup();
}

type Person = ReturnType<typeof userEvent.setup>;

async function create(person: Person, name: string) {
  await person.type(screen.getByLabelText("Name of the category"), name);
  await person.click(screen.getByRole("button", { name: "Create" }));
}

const add = (person: Person, side: "matches" | "does not match", text: string) =>
  person.type(screen.getByLabelText(`A text that ${side}`), `${text}{Enter}`);

async function makeFood(person: Person) {
  await create(person, "Food");
  await add(person, "matches", "bake bread with butter");
  await add(person, "matches", "butter bread with cheese");
  await add(person, "does not match", "parliament passed some taxes");
}

/** What a reader reads is answered when it is released. */
function holdReports(): () => void {
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { engine } = window;
  const call = async (name: string, args: never, ...rest: never[]) => {
    const answer = engine?.call(name as never, args, ...(rest as []));
    if (name === "app.filterReport" && Object(args).reader) await isReleased;
    return answer;
  };
  vi.stubGlobal("engine", { ...engine, call });
  return release;
}

const lastReport = () => calls.findLast(({ name }) => name === "app.filterReport")?.args;
const strip = () => screen.findByRole<HTMLInputElement>("slider", { name: "Threshold" });

describe("making a filter", () => {
  it("needs one text that belongs, and says so until there is one", async () => {
    const person = show();
    await create(person, "Food");
    expect(screen.getByText(/Add at least one text that matches/)).toBeDefined();
    await add(person, "does not match", "parliament passed taxes");
    expect(await screen.findByText(/No text that matches is in use/)).toBeDefined();
    await add(person, "matches", "bake bread with butter");
    expect(await strip()).toBeDefined();
    expect(screen.getByText(/Choose a collection to estimate/)).toBeDefined();
  });

  it("sends exactly the examples that count", async () => {
    const person = show();
    await makeFood(person);
    await add(person, "matches", "Bake  BREAD with butter");
    await waitFor(() =>
      expect(lastReport()).toMatchObject({
        positive: ["bake bread with butter", "butter bread with cheese"],
        negative: ["parliament passed some taxes"],
      }),
    );
    expect(await screen.findByText("1 duplicate, counted once")).toBeDefined();
  });

  it("takes many pasted lines, and a file of them, a text from each", async () => {
    const person = show();
    await create(person, "Food");
    const box = screen.getByLabelText("A text that matches");
    fireEvent.change(box, { target: { value: "bake bread\nroast chicken\n\nboil rice" } });
    await person.click(screen.getByRole("button", { name: "Add 3 lines" }));
    const texts = () => filters.read()[0]?.examples.map(({ text }) => text);
    expect(texts()).toEqual(["bake bread", "roast chicken", "boil rice"]);
    expect(undo()).toBe("Add 3 texts that match");
    expect(filters.read()[0]?.examples).toEqual([]);
    const side = screen.getByRole("region", { name: "Matches" });
    const files = [new File(["bake bread\r\n\r\nboil rice\r\n"], "lines.txt")];
    fireEvent.drop(side, { dataTransfer: { types: ["Files"], files } });
    await waitFor(() => expect(texts()).toEqual(["bake bread", "boil rice"]));
  });

  it("gives a table that is dropped on a side to the window, which makes a collection of it", async () => {
    const offered: string[] = [];
    const takes = ({ kind }: { readonly kind: string }) => kind === "table";
    const take = (given: readonly File[]) => offered.push(...given.map(({ name }) => name));
    renderHook(() => useWindowDrop(takes, take));
    const person = show();
    await create(person, "Food");
    const files = [new File(["id,text\n1,bake bread\n2,boil rice\n"], "rows.csv")];
    const side = screen.getByRole("region", { name: "Matches" });
    fireEvent.drop(side, { dataTransfer: { types: ["Files"], files } });
    await waitFor(() => expect(offered).toEqual(["rows.csv"]));
    expect(filters.read()[0]?.examples).toEqual([]);
  });

  it("leaves a text on both sides out until somebody decides", async () => {
    const person = show();
    await makeFood(person);
    await add(person, "does not match", "butter bread with cheese");
    const question = await screen.findByRole("region", { name: "Same text on both sides" });
    await waitFor(() =>
      expect(lastReport()).toMatchObject({ positive: ["bake bread with butter"] }),
    );
    await person.click(within(question).getByRole("button", { name: "It matches" }));
    expect(screen.queryByRole("region", { name: "Same text on both sides" })).toBeNull();
    expect(filters.read()[0]?.examples.map(({ text, side }) => [side, text])).toEqual([
      ["positive", "bake bread with butter"],
      ["positive", "butter bread with cheese"],
      ["negative", "parliament passed some taxes"],
    ]);
  });

  it("takes over texts that another view sends", async () => {
    show();
    openWith("filters", [{ text: "bake bread" }, { term: "bread" }]);
    await waitFor(() => expect(filters.read()[0]?.examples.length).toBe(1));
  });
});

describe("working with examples", () => {
  it("moves, mutes and deletes the chosen one by key, each as a step that can be taken back", async () => {
    const person = show();
    await makeFood(person);
    const table = screen.getByRole("grid", { name: "Examples: matches" });
    await person.click(within(table).getByText("bake bread with butter"));
    table.focus();
    await person.keyboard("m");
    expect(filters.read()[0]?.examples[0]?.isMuted).toBe(true);
    await person.keyboard("x");
    expect(filters.read()[0]?.examples[0]?.side).toBe("negative");
    expect(undo()).toMatch(/^Move/);
    expect(undo()).toMatch(/^Mute/);
    await person.keyboard("{Delete}");
    expect(filters.read()[0]?.examples.length).toBe(2);
    expect(undo()).toBe("Delete 1 example");
    expect(filters.read()[0]?.examples[0]).toMatchObject({ isMuted: false, side: "positive" });
  });
});

describe("the threshold", () => {
  it("undoes an example where it is seen, after saying where that is", async () => {
    const person = show();
    act(() => openWith("filters"));
    await makeFood(person);
    const text = "parliament passed some taxes";
    expect(screen.getByText(text)).toBeDefined();
    act(() => openWith("compare"));
    act(undoStep);
    const said = useToasts.getState().toasts.at(-1)?.text;
    expect(said).toBe("The last step is in Filters: Add a text that does not match");
    expect(screen.getByText(text)).toBeDefined();
    act(undoStep);
    expect(await screen.findByRole("textbox", { name: "A text that matches" })).toBeDefined();
    expect(screen.queryByText(text)).toBeNull();
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(screen.queryByRole("alertdialog")).toBeNull();
    act(redoStep);
    expect(screen.getByText(text)).toBeDefined();
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("is the person's own once it is dragged, and goes back to the suggestion", async () => {
    const person = show();
    await makeFood(person);
    const slider = await strip();
    const quality = screen.getByRole("region", { name: "Quality" });
    fireEvent.change(slider, { target: { value: slider.max } });
    expect(within(quality).getByText(/· yours/)).toBeDefined();
    expect(filters.read()[0]?.threshold).toBe(Number(slider.max));
    await person.click(within(quality).getByRole("button", { name: /Suggested 0.200/ }));
    expect(filters.read()[0]?.threshold).toBeNull();
  });
});

describe("a filter as a whole", () => {
  it("gets another name when the wanted one is taken", async () => {
    const person = show();
    await create(person, "Food");
    runAction("filters.new");
    const name = await screen.findByDisplayValue("New filter");
    await person.clear(name);
    await person.type(name, "Food{Enter}");
    expect(filters.read().map((filter) => filter.name)).toEqual(["Food", "Food (2)"]);
  });

  it("is duplicated, deleted and brought back", async () => {
    const person = show();
    await makeFood(person);
    runAction("filters.duplicate");
    expect(filters.read().map(({ name }) => name)).toEqual(["Food", "Food copy"]);
    await screen.findByDisplayValue("Food copy");
    runAction("filters.delete");
    await waitFor(() => expect(filters.read().map(({ name }) => name)).toEqual(["Food"]));
    expect(undo()).toBe("Delete the filter Food copy");
    expect(filters.read()[1]?.examples.length).toBe(3);
  });
});

describe("a filter that is used", () => {
  it("is deleted with a word on where it is still named, and comes back", async () => {
    const person = show();
    await create(person, "Food");
    openWith("explore", [
      { sub: [{ filter: "food" }, { term: "bread" }] } as unknown as ExpressionJson,
    ]);
    pin(
      makeFingerprint({
        label: "no food",
        source: { filter: "Food" } as unknown as ExpressionJson,
        positions: [1],
        retina: { name: "en", checksum: "c" },
      }),
    );
    runAction("filters.delete");
    expect(useToasts.getState().toasts.at(-1)?.text).toBe(
      "Deleted the filter Food. It is still named in the expression in Explore, the pin no food.",
    );
    expect(undo()).toBe("Delete the filter Food");
    expect(filters.read().length).toBe(1);
  });
});

describe("judging texts", () => {
  it("judges a text while it is typed", async () => {
    const person = show();
    await makeFood(person);
    await person.type(screen.getByLabelText("Text to try"), "bread and butter");
    expect(await screen.findByText("✓ matches")).toBeDefined();
    await person.clear(screen.getByLabelText("Text to try"));
    await person.type(screen.getByLabelText("Text to try"), "voters like taxes");
    expect(await screen.findByText("✗ does not")).toBeDefined();
  });

  it("is applied to a collection, which shows its scores", async () => {
    const person = show();
    await makeFood(person);
    await strip();
    await person.click(screen.getByRole("button", { name: "Apply to…" }));
    await person.click(await screen.findByRole("menuitem", { name: /^meals/ }));
    expect(useNavigation.getState().view).toBe("collection");
    expect([readOpenCollection(), readLook().lens]).toEqual(["meals", "categories"]);
    await waitFor(() =>
      expect(calls.findLast(({ name }) => name === "app.collectionClassify")?.args).toMatchObject({
        name: "meals",
        filter: "Food",
      }),
    );
    await waitFor(() => expect(readLook().judged?.Food?.filter).toBe(filters.read()[0]?.id));
    expect(readLook().lines?.Food).toBe(readLook().judged?.Food?.threshold);
  });

  it("is read as the rows of a collection were before it scores them", async () => {
    const person = show();
    await makeFood(person);
    await strip();
    await person.click(screen.getByRole("button", { name: "Apply to…" }));
    await person.click(await screen.findByRole("menuitem", { name: /^read meals/ }));
    await waitFor(() =>
      expect(calls.findLast(({ name }) => name === "app.collectionClassify")?.args).toMatchObject({
        name: "read meals",
        reader: "use",
      }),
    );
    const read = expect.objectContaining({ reader: "use", reader_checksum: "r" });
    expect(calls).toContainEqual({ name: "app.filterReport", args: read });
  });

  it("scores the rows of a reader when the list goes away that asks for the same", async () => {
    const person = show();
    await makeFood(person);
    await strip();
    const release = holdReports();
    const list = renderHook(() => useFilterStates({ name: "use", checksum: "r" }), {
      wrapper: PageProviders,
    });
    const asked = () =>
      calls.filter(({ name, args }) => name === "app.filterReport" && Object(args).reader).length;
    await waitFor(() => expect(asked()).toBe(1));
    await person.click(screen.getByRole("button", { name: "Apply to…" }));
    await person.click(await screen.findByRole("menuitem", { name: /^read meals/ }));
    await waitFor(() => expect(useScoreRun.getState().collection).toBe("read meals"));
    list.unmount();
    release();
    await waitFor(() =>
      expect(calls.find(({ name }) => name === "app.collectionClassify")?.args).toMatchObject({
        name: "read meals",
      }),
    );
  });
});
