// @vitest-environment jsdom
import "../../support/page-gaps.ts";
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Name } from "../../../core/api/client-types.ts";
import type { JsonValue } from "../../../core/api/schema/json-value.ts";
import { VIEWS } from "../../../core/api/views.ts";
import { EMPTY_WORKSPACE, readSaved } from "../../../core/workspace/workspace.ts";
import { queryClient } from "../../../renderer/api/query-client.ts";
import { App } from "../../../renderer/app/app.tsx";
import { loadRest } from "../../../renderer/app/on-demand.ts";
import { packWorkspace, readWorkspace } from "../../../renderer/model/workspace-file.ts";
import { startAt } from "../../../renderer/state/navigation.ts";
import { leftOutOf, readSlices } from "../../../renderer/state/slice.ts";
import {
  openAsStep,
  openWorkspace,
  redo,
  savedWorkspace,
  undo,
  workspace,
} from "../../../renderer/state/workspace.ts";
import { fullContent, fullWorkspace } from "../../support/full-workspace.ts";
import { mutated } from "../../support/mutations.ts";
import { seededRandom } from "../../support/seeded-random.ts";
import { wholeAnswer } from "../../support/whole-answer.ts";

const SEED = 29;
const WORKSPACES = 1000;
/** So many are drawn in each view, which takes far longer than reading; `npm run soak:ui` draws every one in all. */
const DRAWN = 2;
/** For machines whose processors are busy with something else. */
const LONG = 240_000;

const random = seededRandom(SEED);
const mutants = Array.from({ length: WORKSPACES }, () =>
  mutated(JSON.parse(JSON.stringify(fullWorkspace())) as JsonValue, random),
);

const cards = [{ name: "en_associative", state: "ready", isDefault: true, checksum: "a1b2" }];
const letters = {
  name: "Letters",
  retina: { name: "en_associative", checksum: "a1b2" },
  columns: [
    { name: "product", type: "text" },
    { name: "day", type: "date" },
  ],
  rows: 12,
};
/** What the engine answers, as little as an answer may be where it is not named here. */
const ANSWERED: { readonly [N in Name]?: unknown } = {
  "app.retinaCards": cards,
  "app.collections": { collections: [letters] },
};
const answerOf = (name: Name): unknown => wholeAnswer(name, ANSWERED[name]);

beforeEach(() => {
  queryClient.clear();
  vi.stubGlobal("engine", {
    call: async (name: Name) => ({ ok: true, value: answerOf(name) }),
    cancel: () => undefined,
  });
  vi.stubGlobal(
    "Worker",
    class extends EventTarget {
      postMessage(): void {}
      terminate(): void {}
    },
  );
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => {
  cleanup();
  openWorkspace(EMPTY_WORKSPACE);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const open = (view: string) =>
  act(async () => {
    startAt(view);
    await new Promise((resolve) => setTimeout(resolve, 0));
  });

/** Which parts of the window cannot be shown. */
function failed(): (string | null | undefined)[] {
  if (!document.querySelector(".shell")) return ["the whole window"];
  return screen
    .queryAllByText(/cannot be shown because /)
    .map((alert) => alert.closest(".failure")?.textContent);
}

describe("a saved workspace with something of everything", () => {
  it("has something in every slice, all of which is used", () => {
    openWorkspace(fullWorkspace());
    expect(Object.keys(readSlices()).sort()).toEqual(Object.keys(fullContent()).sort());
    expect(leftOutOf(workspace.getState().content)).toEqual([]);
  });

  it("can be read, undone and saved again after any change in it", () => {
    const shapes = readSlices();
    for (const { value, what } of mutants) {
      const saved = readSaved(value);
      if (!saved) continue;
      openWorkspace(fullWorkspace());
      openAsStep(saved, "Open");
      const { content } = workspace.getState();
      const read = readSlices();
      for (const [name, slice] of Object.entries(read))
        expect([what, typeof slice, Array.isArray(slice)]).toEqual([
          what,
          typeof shapes[name],
          Array.isArray(shapes[name]),
        ]);
      expect(
        leftOutOf(content).every((part) => part !== ""),
        what,
      ).toBe(true);
      expect(undo()).toBe("Open");
      expect(savedWorkspace(), what).toEqual(fullWorkspace());
      expect(redo()).toBe("Open");
      expect(savedWorkspace(), what).toEqual(saved);
      const file = packWorkspace(saved, null, new Date(0));
      const { training: _, ...shared } = saved.content;
      expect(readWorkspace(new TextEncoder().encode(file)), what).toEqual({
        saved: { ...saved, content: shared },
        retina: null,
        isAsSaved: true,
      });
    }
  });

  it("is shown after changes in it, in every view", { timeout: LONG }, async () => {
    await loadRest();
    render(<App />);
    openWorkspace(fullWorkspace());
    for (const [at, { id }] of VIEWS.entries()) {
      await open(id);
      expect([id, ...failed()]).toEqual([id]);
      for (const { value, what } of mutants.slice(at * DRAWN, (at + 1) * DRAWN)) {
        const saved = readSaved(value);
        if (!saved) continue;
        act(() => openWorkspace(saved));
        await open(id);
        expect([id, what, ...failed()]).toEqual([id, what]);
      }
    }
  });
});
