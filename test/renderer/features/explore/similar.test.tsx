// @vitest-environment jsdom
import "../../../support/page-gaps.ts";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Name } from "../../../../core/api/client-types.ts";
import { EMPTY_WORKSPACE } from "../../../../core/workspace/workspace.ts";
import { queryClient } from "../../../../renderer/api/query-client.ts";
import { PageProviders } from "../../../../renderer/app/page-providers.tsx";
import { ExploreLens } from "../../../../renderer/features/explore/explore-lens.tsx";
import { ExploreResults } from "../../../../renderer/features/explore/explore-results.tsx";
import { useLineUi } from "../../../../renderer/features/explore/line/use-line.ts";
import { undoStep } from "../../../../renderer/state/edits.ts";
import { startAt, step } from "../../../../renderer/state/navigation.ts";
import { showPlace, subject } from "../../../../renderer/state/subject.ts";
import { openWorkspace } from "../../../../renderer/state/workspace.ts";
import { wholeAnswer } from "../../../support/whole-answer.ts";

/** Three terms around a query; phrases can be asked for. */
const TERMS = ["jaguar", "big cat", "lynx"];
const rowOf = (term: string, index: number) => ({
  term,
  score: 300 - index,
  shareOfQuery: (300 - index) / 328,
  shareOfTerm: 0.5,
  size: 328,
  df: 0.001,
  pos_types: ["NOUN"],
  contextId: 0,
});

interface Asked {
  readonly expression?: unknown;
  readonly steps?: boolean;
  readonly pos_type?: string;
  readonly least?: number;
  readonly context_id?: number;
}

function evaluationOf(expression: unknown) {
  const isKnown = !JSON.stringify(expression).includes("jagwar");
  return {
    evaluated: isKnown,
    positions: isKnown ? [1, 2, 3] : [],
    before: isKnown ? 3 : 0,
    dropped: [],
    trace: [],
    unknown: isKnown ? [] : [{ term: "jagwar", suggestions: ["jaguar"], parts: [] }],
    texts: [],
  };
}

const answers: Record<string, (args: never) => unknown> = {
  "app.retinaCards": () => [
    { name: "en", state: "ready", isDefault: true, checksum: "c", terms: 3, language: "English" },
  ],
  "app.term": ({ term }: { term: string }) => ({
    known: TERMS.includes(term),
    term,
    typed: term,
    df: 0.001,
    frequency: 0.00001,
    rank: 7,
    pos_types: ["NOUN"],
    positions: [1, 2, 3],
    suggestions: ["jaguar"],
    parts: [],
  }),
  "app.complete": () => [],
  "terms.list": ({ term }: { term: string }) =>
    TERMS.filter((each) => each.startsWith(term.replace("*", ""))).map((each) => ({
      term: each,
      df: 0.001,
      pos_types: ["NOUN"],
      score: 0,
    })),
  "app.explore": ({ expression, steps, pos_type, least = 0, context_id = -1 }: Asked) => {
    const near = context_id < 0 ? TERMS : TERMS.slice(context_id + 1, context_id + 2);
    const passed = near.filter(
      (term, at) =>
        (pos_type === undefined || term === "lynx") && rowOf(term, at).shareOfQuery >= least,
    );
    return {
      count: 3,
      contexts: [
        { id: 0, label: "cat", names: ["cat", "lynx"], positions: [1, 2] },
        { id: 1, label: "car", names: ["car"], positions: [3] },
      ],
      rows: passed.map(rowOf),
      total: 3,
      passed: passed.length,
      ...(steps === true ? { evaluation: evaluationOf(expression) } : {}),
    };
  },
};

/** Terms that are looked up slowly. */
const hold = new Map<string, Promise<void>>();

beforeEach(() => {
  hold.clear();
  openWorkspace(EMPTY_WORKSPACE);
  queryClient.clear();
  useLineUi.setState(useLineUi.getInitialState(), true);
  startAt("explore");
  vi.stubGlobal("engine", {
    call: async (name: Name, args: never) => {
      if (name === "app.term") await hold.get((args as { term: string }).term);
      const answer = answers[name];
      return answer
        ? { ok: true, value: wholeAnswer(name, answer(args)) }
        : { ok: false, error: { code: "not-found", message: name, details: {} } };
    },
    cancel: () => undefined,
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show() {
  render(
    <PageProviders>
      <ExploreLens />
      <ExploreResults />
    </PageProviders>,
  );
  return userEvent.setup();
}

const box = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Expression" });

async function lookUp(person: ReturnType<typeof userEvent.setup>, term: string) {
  await person.clear(box());
  await person.type(box(), `${term}{Enter}`);
}

const line = () => subject.read().line;

const rowNames = () =>
  within(screen.getByRole("grid", { name: "Similar terms" }))
    .getAllByRole("row")
    .slice(1)
    .map((row) => TERMS.find((term) => row.textContent?.includes(term)));

describe("similar terms", () => {
  it("walks to a term by double click, and back", async () => {
    const person = show();
    await lookUp(person, "jaguar");
    await person.dblClick(await screen.findByText("big cat"));
    expect(line()).toBe('"big cat"');
    expect(screen.getByRole("button", { name: "Back" }).hasAttribute("disabled")).toBe(false);
    showPlace(step("back"));
    expect(line()).toBe("jaguar");
  });

  it("takes words in the order they were typed, whichever is found first", async () => {
    const person = show();
    let release: () => void = () => undefined;
    hold.set("big cat", new Promise((resolve) => (release = resolve)));
    await lookUp(person, "big cat");
    await lookUp(person, "jaguar");
    expect(line()).toBe("");
    release();
    await waitFor(() => expect(line()).toBe("jaguar"));
    showPlace(step("back"));
    expect(line()).toBe('"big cat"');
  });

  it("leaves a line that was taken as a step of its own, however long its words were looked up", async () => {
    const person = show();
    await lookUp(person, "big cat");
    await waitFor(() => expect(line()).toBe('"big cat"'));
    fireEvent.change(box(), { target: { value: '"big cat" + lynx' } });
    await waitFor(() => expect(line()).toBe('"big cat" + lynx'));
    undoStep();
    expect(line()).toBe('"big cat"');
  });

  it("narrows by part of speech and by least overlap, and says how many pass", async () => {
    const person = show();
    await lookUp(person, "jaguar");
    await screen.findByText("3 of 3 terms");
    const kind = screen.getByLabelText("Part of speech");
    await person.selectOptions(kind, "verbs");
    await screen.findByText("1 of 3 terms");
    await waitFor(() => expect(rowNames()).toEqual(["lynx"]));
    await person.selectOptions(kind, "Any kind");
    await waitFor(() => expect(rowNames()).toEqual(TERMS));
    const least = screen.getByLabelText(/^Minimum overlap/);
    fireEvent.change(least, { target: { value: "50" } });
    await waitFor(() => expect(rowNames()).toEqual(TERMS));
    expect(screen.getByText("50%")).toBeDefined();
    undoStep();
    await screen.findByText("0%");
  });

  it("subtracts chosen terms from the query", async () => {
    const person = show();
    await lookUp(person, "jaguar");
    await person.click(await screen.findByText("big cat"));
    await person.keyboard("{Shift>}{ArrowDown}{/Shift}");
    await person.click(screen.getByText("big cat"));
    await person.keyboard("{Control>}");
    await person.click(screen.getByText("lynx", { selector: ".similar-term-text" }));
    await person.keyboard("{/Control}");
    await person.click(screen.getByRole("button", { name: "Subtract them" }));
    expect(line()).toBe('jaguar - "big cat" - lynx');
  });

  it("keeps to one sense when its name is pressed, and to all again", async () => {
    const person = show();
    await lookUp(person, "jaguar");
    const senses = within(await screen.findByRole("region", { name: "Senses" }));
    await person.click(senses.getByRole("button", { name: "car" }));
    await waitFor(() => expect(rowNames()).toEqual(["lynx"]));
    await person.click(senses.getByRole("button", { name: "car" }));
    await waitFor(() => expect(rowNames()).toEqual(TERMS));
    await person.click(senses.getByRole("button", { name: /^Nearest and farthest terms of cat/ }));
    await person.click(await senses.findByRole("button", { name: "big cat" }));
    expect(line()).toBe('"big cat"');
  });

  it("clears what is looked at, also what no word says, with undo", async () => {
    const person = show();
    await lookUp(person, "jaguar");
    await person.click((await screen.findAllByRole("button", { name: /^Exclude/ }))[0]!);
    await screen.findByRole("treeitem", { name: /^sense cat/ });
    await person.click(screen.getByRole("button", { name: "Clear the expression" }));
    expect(line()).toBe("");
    undoStep();
    expect(await screen.findByRole("treeitem", { name: /^sense cat/ })).toBeDefined();
  });

  it("shows a term's own figures and why it is near where its row is opened", async () => {
    const person = show();
    await lookUp(person, "jaguar");
    await person.click(await screen.findByText("lynx", { selector: ".similar-term-text" }));
    await person.click(screen.getByRole("button", { name: "About it" }));
    const about = await screen.findByRole("region", { name: "Why lynx is near" });
    expect(await within(about).findByRole("region", { name: "About lynx" })).toBeDefined();
  });

  it("offers ways on for an unknown term, and leaves the list until one is taken", async () => {
    const person = show();
    await lookUp(person, "jaguar");
    await screen.findByText("big cat");
    await lookUp(person, "jagwar");
    await screen.findByText(/is not in en/);
    expect(rowNames()).toEqual(TERMS);
    await person.click(screen.getByRole("button", { name: "Use jaguar instead" }));
    await waitFor(() => expect(screen.queryByText(/is not in en/)).toBeNull());
  });
});
