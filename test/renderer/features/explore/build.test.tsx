// @vitest-environment jsdom
import { usePublished } from "../../../../renderer/state/publish.ts";
import "../../../support/page-gaps.ts";
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Model } from "../../../../core/analysis/engine.ts";
import { dispatch } from "../../../../core/api/dispatch.ts";
import { noKnownWords } from "../../../../core/errors.ts";
import { checkPositions } from "../../../../core/fingerprint/positions.ts";
import { engineHandlers } from "../../../../core/handlers/all-handlers.ts";
import { makeEngine } from "../../../../core/node/engine/make-engine.ts";
import type { Retina } from "../../../../core/retina/types.ts";
import type { TextEngine, WordReport } from "../../../../core/text/types.ts";
import { EMPTY_WORKSPACE } from "../../../../core/workspace/workspace.ts";
import { queryClient } from "../../../../renderer/api/query-client.ts";
import { PageProviders } from "../../../../renderer/app/page-providers.tsx";
import { useBuild } from "../../../../renderer/features/explore/build-ui.ts";
import { ExploreLens } from "../../../../renderer/features/explore/explore-lens.tsx";
import { ExploreResults } from "../../../../renderer/features/explore/explore-results.tsx";
import { useLineUi } from "../../../../renderer/features/explore/line/use-line.ts";
import { pin, pins } from "../../../../renderer/state/pins.ts";
import { changeSettings } from "../../../../renderer/state/settings.ts";
import { subject } from "../../../../renderer/state/subject.ts";
import { openWorkspace, undo, workspace } from "../../../../renderer/state/workspace.ts";
import { tinyRetina } from "../../../support/tiny-retina.ts";
import { wholeAnswer } from "../../../support/whole-answer.ts";

/** Reads texts in the plainest way: the cells of all words together. */
function plainTexts(retina: Retina): TextEngine {
  const words = (text: string): WordReport[] =>
    [...text.matchAll(/\p{L}+/gu)].map(({ 0: word, index }) => {
      const isKnown = retina.idOf(word.toLowerCase()) !== -1;
      return {
        word,
        start: index,
        end: index + word.length,
        term: isKnown ? word.toLowerCase() : null,
        near: [],
        use: isKnown ? "used" : "unknown",
        reason: isKnown ? "" : "unknown",
        weight: 0,
      };
    });
  const unused = () => {
    throw new Error("not used here");
  };
  return {
    words,
    fingerprint(text) {
      const used = words(text).flatMap(({ term }) => (term ? [retina.idOf(term)] : []));
      if (used.length === 0) throw noKnownWords([text], retina.name);
      return checkPositions(used.flatMap((id) => [...retina.positions(id)]));
    },
    credits: unused,
    knownShare: unused,
    keywords: unused,
    tokenize: unused,
    slices: unused,
    createFilter: unused,
    prepareFilter: unused,
    exampleCredits: unused,
    syntheticNegatives: unused,
    prepare: unused,
  };
}

const retina = tinyRetina();
const engine = makeEngine({
  retinas: [retina],
  textEngine: plainTexts,
  language: () => () => ({
    language: "English",
    isoTag: "en",
    wikiUrl: null,
    confidence: "high",
    runnerUp: null,
    odds: new Map(),
  }),
  atlas: async (_model: Model) => ({ regions: [], regionOf: [], kinship: [] }) as never,
});
const handlers = engineHandlers(engine);
const card = { name: retina.name, state: "ready", isDefault: true, checksum: "c" };

async function answer(name: string, args: unknown) {
  if (name === "app.retinaCards") return { ok: true, value: wholeAnswer(name, [card]) };
  if (!(name in handlers))
    return { ok: false, error: { code: "not-found", message: name, details: {} } };
  const signal = new AbortController().signal;
  return dispatch(handlers, { name: name as keyof typeof handlers, args, signal });
}

beforeEach(() => {
  openWorkspace(EMPTY_WORKSPACE);
  queryClient.clear();
  useBuild.setState(useBuild.getInitialState(), true);
  useLineUi.setState(useLineUi.getInitialState(), true);
  // Each cell once, in the layer of the whole.
  changeSettings({ coloursSenses: false });
  vi.stubGlobal("engine", { call: answer, cancel: () => undefined });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open() {
  render(
    <PageProviders>
      <ExploreLens />
      <ExploreResults />
    </PageProviders>,
  );
  return userEvent.setup();
}

const cells = (term: string) => [...retina.positions(retina.idOf(term))];
const shown = () => {
  const { layers, isStale } = usePublished.getState().map;
  return isStale ? "stale" : [...(layers.find(({ id }) => id === "subject")?.positions ?? [])];
};
const line = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Expression" });
const row = (name: RegExp) => screen.findByRole("treeitem", { name });
const lastStep = () => workspace.getState().past.at(-1)?.label;
const write = async (person: ReturnType<typeof userEvent.setup>, text: string) => {
  await person.clear(line());
  await person.click(line());
  await person.paste(text);
  // The words are looked up before Enter can tell known from unknown.
  await waitFor(() => expect(line().value).toBe(text));
  await person.keyboard("{Enter}");
};

describe("building an expression", () => {
  it("begins with one word, shows its fingerprint, and goes on with an operator", async () => {
    const person = open();
    await person.click(await screen.findByRole("textbox", { name: "Expression" }));
    await person.keyboard("bank{Enter}");
    await row(/^bank, 328 cells/);
    await waitFor(() => expect(shown()).toEqual(cells("bank")));
    await person.keyboard("- river{Enter}");
    await row(/^river, taken away/);
    await row(/^bank, base/);
    const river = new Set(cells("river"));
    await waitFor(() => expect(shown()).toEqual(cells("bank").filter((cell) => !river.has(cell))));
    await waitFor(() => expect(line().value).toBe("bank - river"));
    expect(lastStep()).toBe("Write bank - river");
    await person.keyboard("& city{Enter}");
    await waitFor(() => expect(line().value).toBe("(bank - river) & city"));
    await person.keyboard("music{Enter}");
    await waitFor(() => expect(line().value).toBe("music"));
  });

  it("explains map, cell and fingerprint as long as nothing is built", async () => {
    const person = open();
    const explained = await screen.findByText(/^The map has 16,384 cells/);
    expect(explained.textContent).toMatch(
      /neighbours have related meanings.* form its fingerprint/,
    );
    await write(person, "bank");
    await row(/^bank, 328 cells/);
    expect(screen.queryByText(/^The map has 16,384 cells/)).toBeNull();
  });

  it("subtracts a sense and takes it back as one step that says so", async () => {
    const person = open();
    await write(person, "bank");
    const [button] = await screen.findAllByRole("button", { name: /^Exclude/ });
    await person.click(button!);
    await row(/^sense .*taken away/);
    await waitFor(() => expect(shown()).not.toBe("stale"));
    expect(shown().length).toBeLessThan(328);
    expect(lastStep()).toMatch(/^Subtract the sense /);
    act(() => void undo());
    await row(/^bank, 328 cells/);
    await waitFor(() => expect(shown()).toEqual(cells("bank")));
  });

  it("keeps an unknown word as it was typed, evaluates nothing, and offers ways on", async () => {
    const person = open();
    await write(person, "bank");
    await waitFor(() => expect(shown()).toEqual(cells("bank")));
    await write(person, "bank + frooit");
    await row(/^frooit, not found/);
    await screen.findByText(/Not evaluated/);
    expect(shown()).toBe("stale");
    await person.click(screen.getByRole("button", { name: "Remove it" }));
    await waitFor(() => expect(shown()).toEqual(cells("bank")));
    act(() => void undo());
    await person.click(await screen.findByRole("button", { name: "Use fruit instead" }));
    await row(/^fruit, 328 cells/);
    await waitFor(() => expect(shown().length).toBeGreaterThan(328));
    expect(line().value).toBe("bank + fruit");
  });

  it("says which form of a word is used, and leaves what was typed", async () => {
    const person = open();
    await write(person, "Bank");
    await screen.findByText("using bank");
    await waitFor(() => expect(line().value).toBe("Bank"));
    await waitFor(() => expect(shown()).toEqual(cells("bank")));
  });

  it("says which step left no cell and offers a looser one", async () => {
    const person = open();
    await write(person, "music & fruit");
    await screen.findByText("No cells left");
    await screen.findByText(/music \(328\) and fruit \(328\) have no cell in common/);
    await person.click(screen.getByRole("button", { name: /Use “or” there/ }));
    await waitFor(() => expect(shown().length).toBeGreaterThan(328));
  });

  it("thins the whole, says what was dropped, and refuses a share that is none", async () => {
    const person = open();
    await write(person, "music + fruit + city");
    await waitFor(() => expect(shown().length).toBeGreaterThan(900));
    await person.click(screen.getByRole("radio", { name: "2%" }));
    await waitFor(() => expect(shown()).toHaveLength(328));
    await waitFor(() => expect(line().value).toBe("(music + fruit + city)~2%"));
    expect(screen.getByText(/Outlines on the map/)).toBeDefined();
    const outlines = usePublished.getState().map.layers.find(({ id }) => id === "dropped");
    expect(outlines?.mark).toBe("ring");
    await person.click(screen.getByRole("radio", { name: "Other" }));
    const share = screen.getByRole("textbox", { name: /Share of the map/ });
    for (const wrong of ["0", "-1", "abc", "101"]) {
      await person.clear(share);
      await person.type(share, wrong);
      if (wrong !== "101") expect(screen.getByText("Above 0 and at most 100")).toBeDefined();
    }
    await waitFor(() => expect(line().value).toMatch(/~10%$/));
  });
});

describe("the outline", () => {
  it("answers the keys as the menu does, and names each step", async () => {
    const person = open();
    await write(person, "apple + fruit - company");
    const keys: [RegExp, string, string, RegExp][] = [
      [/^fruit/, "{Alt>}{ArrowUp}{/Alt}", "fruit + apple - company", /^Move fruit/],
      [/^company/, "s", "company - (fruit + apple)", /^Swap/],
      [/^fruit/, "1", "company - fruit & apple", /^Change or to and/],
      [/^and of 2/, "u", "company - fruit - apple", /^Ungroup/],
      [/^apple/, "g", "company - (fruit + apple)", /^Group fruit and apple/],
      [/^company/, "{Delete}", "fruit + apple", /^Remove company/],
      [/^apple/, "a", "apple", /^Keep only apple/],
    ];
    for (const [name, press, after, step] of keys) {
      (await row(name)).focus();
      await person.keyboard(press);
      await waitFor(() => expect(line().value).toBe(after));
      expect(lastStep()).toMatch(step);
    }
  });

  it("takes a fingerprint dropped on a part, and groups both", async () => {
    const person = open();
    await write(person, "apple");
    const target = await row(/^apple/);
    const fingerprint = {
      id: "x",
      label: "my cells",
      source: { positions: [1, 2, 3] },
      positions: [1, 2, 3],
      retina: { name: retina.name, checksum: "c" },
      created: "",
    };
    const dataTransfer = {
      types: ["application/x-semascope-fingerprint"],
      getData: () => JSON.stringify(fingerprint),
      dropEffect: "",
      effectAllowed: "",
    };
    fireEvent.dragOver(target, { dataTransfer });
    fireEvent.drop(target, { dataTransfer });
    await row(/^my cells, 3 cells/);
    expect(subject.read()).toEqual({
      line: 'apple + ["my cells"]',
      cells: [{ name: "my cells", positions: [1, 2, 3], retina: retina.name }],
    });
  });

  it("walks by arrows", async () => {
    const person = open();
    await write(person, "(apple + fruit) & music");
    (await row(/^or of 2/)).focus();
    await person.keyboard("{ArrowRight}");
    expect(document.activeElement?.getAttribute("aria-label")).toMatch(/^apple/);
    await person.keyboard("{End}");
    expect(document.activeElement?.getAttribute("aria-label")).toMatch(/^music/);
  });

  it("selects a part in the line, so that typing takes its place", async () => {
    const person = open();
    await write(person, "apple + (music - city)");
    (await row(/^music/)).focus();
    await person.keyboard("{Enter}");
    expect(document.activeElement).toBe(line());
    const { selectionStart, selectionEnd, value } = line();
    expect(value.slice(selectionStart, selectionEnd)).toBe("music");
    await person.keyboard("fruit{Enter}");
    await row(/^fruit/);
    expect(line().value).toBe("apple + (fruit - city)");
  });

  it("has buttons that keep a part alone, group it and remove it", async () => {
    const person = open();
    await write(person, "apple + fruit - company - music");
    const press = async (name: RegExp) =>
      person.click(await screen.findByRole("button", { name, hidden: true }));
    await press(/^Group music/);
    await person.keyboard("{Escape}");
    await waitFor(() => expect(line().value).toBe("apple + fruit - (company + music)"));
    await press(/^Remove company/);
    await waitFor(() => expect(line().value).toBe("apple + fruit - music"));
    await press(/^Keep only or of 2/);
    await waitFor(() => expect(line().value).toBe("apple + fruit"));
  });
});

describe("the line", () => {
  it("marks what cannot be read, and keeps the outline and the map as they were", async () => {
    const person = open();
    await write(person, "apple");
    await row(/^apple/);
    await person.clear(line());
    await person.click(line());
    await person.paste("(apple + music");
    await screen.findByText(/^This bracket is not closed\. Write/);
    expect(line().getAttribute("aria-invalid")).toBe("true");
    expect(screen.getAllByRole("treeitem")).toHaveLength(1);
    await person.keyboard("{Enter}");
    expect(line().value).toBe("(apple + music");
    await person.keyboard("){Enter}");
    await row(/^music/);
    await waitFor(() => expect(line().value).toBe("(apple + music)"));
  });

  it("with signs of an expression becomes a text only when told to", async () => {
    const person = open();
    await write(person, "The bank (a big one) rose");
    await screen.findByText(/is not one term|operator is missing/);
    expect(subject.read().line).toBe("");
    await person.click(screen.getByRole("button", { name: "Read as one text" }));
    await row(/^“The bank \(a big one\) rose”/);
    expect(line().value).toBe('text:"The bank (a big one) rose"');
  });

  it("reads quoted words that are no term as a text part", async () => {
    const person = open();
    await write(person, '(bank and river) - (money or "a city by the sea")');
    await row(/^“a city by the sea”/);
    expect(line().value).toBe('bank & river - (money + text:"a city by the sea")');
  });

  it("writes out what the menu makes of three parts: cells that at least two have", async () => {
    const person = open();
    await write(person, "[1,2] + [2,3] + [3,4]");
    await row(/^or of 3, in any, 4 cells/);
    await person.click(screen.getByRole("button", { name: /^Actions for or/ }));
    await person.click(await screen.findByRole("menuitem", { name: /^at least 2 of 3/ }));
    await row(/^or of 3, in any, 2 cells/);
    await waitFor(() => expect(line().value).toBe("[1,2] & [2,3] + [1,2] & [3,4] + [2,3] & [3,4]"));
  });

  it("takes phrases of the vocabulary as one term", async () => {
    const person = open();
    await write(person, "new york & city");
    await row(/^new york/);
    expect(subject.read().line).toBe('"new york" & city');
  });

  it("takes JSON, which it writes out, and keeps JSON that is not complete", async () => {
    const person = open();
    await write(person, '{"and":[{"term":"apple"},{"term":"computer"}]}');
    await row(/^computer/);
    expect(line().value).toBe("apple & computer");
    await write(person, '{"and":[{"term":"apple"},');
    await screen.findByText(/not valid JSON/);
    expect(subject.read().line).toBe("apple & computer");
  });

  it("takes what is on the shelf by name, and send the service what it stands for", async () => {
    pin({
      id: "p",
      label: "tunes",
      source: { term: "music" },
      positions: cells("music"),
      retina: { name: retina.name, checksum: "c" },
      created: "",
    });
    const person = open();
    await write(person, "apple + @tunes");
    await row(/^@tunes, 328 cells/);
    await waitFor(() =>
      expect(usePublished.getState().exports?.request?.args).toMatchObject({
        body: { or: [{ term: "apple" }, { term: "music" }] },
      }),
    );
    act(() => pins.edit("Empty the shelf", () => []));
    await screen.findByText(/Nothing on the shelf is called “tunes”/);
  });

  it("clears the expression by Enter on an empty line, never by emptying it", async () => {
    const person = open();
    await write(person, "apple");
    await row(/^apple/);
    await person.clear(line());
    expect(screen.getAllByRole("treeitem")).toHaveLength(1);
    await person.click(line());
    await person.keyboard("{Enter}");
    await waitFor(() => expect(screen.queryByRole("tree")).toBeNull());
    await screen.findByText(/Type one, or try/);
  });

  it("types the name of a sense back, also where no line has had it before", async () => {
    const person = open();
    await write(person, "bank");
    const [button] = await screen.findAllByRole("button", { name: /^Exclude/ });
    await person.click(button!);
    await row(/^sense .*taken away/);
    await waitFor(() => expect(shown()).not.toBe("stale"));
    const [written, result] = [line().value, shown()];
    act(() => openWorkspace(EMPTY_WORKSPACE));
    useLineUi.setState(useLineUi.getInitialState(), true);
    await screen.findByText(/Type one, or try/);
    await write(person, written);
    await waitFor(() => expect(shown()).toEqual(result));
    expect(line().value).toBe(written);
  });

  it("reads a sentence as a text, and offers the term where one is meant", async () => {
    const person = open();
    await write(person, "The bank of the river rose");
    await row(/^“The bank of the river rose”/);
    expect(line().value).toBe('text:"The bank of the river rose"');
    await waitFor(() => expect(shown().length).toBeGreaterThan(0));
    await write(person, "New Yorks");
    await row(/^“New Yorks”/);
    await person.click(await screen.findByRole("button", { name: "Use the term new york" }));
    await row(/^new york, 328 cells/);
    expect(line().value).toBe('"new york"');
  });

  it("joins pasted words, and takes pasted prose as one text", async () => {
    const person = open();
    await person.click(line());
    await person.paste("apple\nnew york\n\nmusic");
    expect(line().value).toBe('apple + "new york" + music');
    await person.clear(line());
    await person.paste("The bank (of the river) rose; and it fell again - twice.");
    expect(line().value).toMatch(/^text:"The bank \(of/);
    await person.keyboard("{Enter}");
    await row(/^“The bank \(of/);
  });

  it("says of a text without a known word that it has none, and of others how many are known", async () => {
    const person = open();
    await write(person, "zzqx grumph");
    await screen.findByText(/0 of 2 words are in/);
    await screen.findByText(/Not evaluated/);
    await write(person, "The bank of grumph");
    await screen.findByText(/^[123] of 4 words$/);
  });
});
