import fc from "fast-check";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { Type } from "#typebox";
import { EMPTY_WORKSPACE } from "../../../core/workspace/workspace.ts";
import { followHand } from "../../../renderer/state/gestures.ts";
import { defineSlice } from "../../../renderer/state/slice.ts";
import {
  asOneStep,
  committed,
  edit,
  endGesture,
  keep,
  MOST_STEPS,
  onRefused,
  openAsStep,
  openWorkspace,
  redo,
  undo,
  workspace,
} from "../../../renderer/state/workspace.ts";

const content = () => workspace.getState().content;

beforeEach(() => {
  vi.useRealTimers();
  openWorkspace(EMPTY_WORKSPACE);
});

describe("workspace", () => {
  it("takes steps back and makes them again, by name", () => {
    edit("Add one", { list: [1] });
    edit("Add two", { list: [1, 2] });
    expect(undo()).toBe("Add two");
    expect(content()).toEqual({ list: [1] });
    expect(undo()).toBe("Add one");
    expect(undo()).toBeNull();
    expect(redo()).toBe("Add one");
    expect(redo()).toBe("Add two");
    expect(content()).toEqual({ list: [1, 2] });
    expect(redo()).toBeNull();
  });

  it("comes back to the same bytes after undoing and redoing everything", () => {
    fc.assert(
      fc.property(
        fc.array(fc.dictionary(fc.string({ maxLength: 3 }), fc.array(fc.nat(9))), {
          maxLength: 12,
        }),
        (states) => {
          openWorkspace(EMPTY_WORKSPACE);
          for (const state of states) edit("change", state);
          const end = JSON.stringify(content());
          while (undo() !== null);
          expect(content()).toEqual({});
          while (redo() !== null);
          expect(JSON.parse(JSON.stringify(content()))).toEqual(JSON.parse(end));
        },
      ),
    );
  });

  it("makes one step of a gesture, however long the hand pauses in it", () => {
    vi.useFakeTimers();
    edit("Type j", { text: "j" }, { gesture: "typing" });
    vi.advanceTimersByTime(60_000);
    edit("Type ja", { text: "ja" }, { gesture: "typing" });
    endGesture();
    edit("Type jag", { text: "jag" }, { gesture: "typing" });
    expect(workspace.getState().past.map(({ label }) => label)).toEqual(["Type ja", "Type jag"]);
    undo();
    undo();
    expect(content()).toEqual({});
  });

  it("makes a step of its own of what is no part of the gesture, and begins the gesture again", () => {
    edit("Type j", { text: "j" }, { gesture: "typing" });
    edit("Pin", { text: "j", pins: [1] });
    edit("Type ja", { text: "ja", pins: [1] }, { gesture: "typing" });
    expect(workspace.getState().past.map(({ label }) => label)).toEqual([
      "Type j",
      "Pin",
      "Type ja",
    ]);
  });

  it("leaves what is kept meanwhile out of the step", () => {
    edit("Type j", { text: "j" }, { gesture: "typing" });
    keep({ text: "j", seen: [1] });
    edit("Type ja", { text: "ja", seen: [1] }, { gesture: "typing" });
    undo();
    expect(content()).toEqual({ seen: [1] });
  });

  it("makes one step of all that is done together, however much it is", () => {
    asOneStep(() => {
      edit("Clear the selection", { brush: [], texts: ["a long text ".repeat(1000)] });
      asOneStep(() => edit("Show the rows", { brush: [], rows: [1] }));
    });
    edit("Next", { brush: [], rows: [1, 2] });
    expect(workspace.getState().past.map(({ label }) => label)).toEqual(["Show the rows", "Next"]);
    undo();
    expect(undo()).toBe("Show the rows");
    expect(content()).toEqual({});
  });

  it("keeps 200 steps and forgets the oldest first", () => {
    for (let i = 0; i <= MOST_STEPS; i++) edit(`Step ${i}`, { i });
    expect(workspace.getState().past).toHaveLength(MOST_STEPS);
    expect(workspace.getState().past[0]?.label).toBe("Step 1");
  });

  it("makes no step of a change to equal content", () => {
    edit("Same", { list: [1] });
    edit("Same again", { list: [1] });
    expect(workspace.getState().past).toHaveLength(1);
  });
});

describe("what a gesture changes", () => {
  const committedOf = (slice: string) => committed(slice, workspace.getState())[slice];

  it("is as it was before for whoever waits for its end, and other slices are as they are", () => {
    edit("One", { a: 1, b: 1 });
    edit("Drag", { a: 2, b: 1 }, { gesture: "slider" });
    edit("Drag", { a: 3, b: 1 }, { gesture: "slider" });
    keep({ a: 3, b: 2 });
    expect([committedOf("a"), committedOf("b")]).toEqual([1, 2]);
    endGesture();
    expect(committedOf("a")).toBe(3);
  });

  it("ends with another edit and with undo", () => {
    edit("Drag", { a: 2 }, { gesture: "slider" });
    edit("Another", { a: 2, b: 1 });
    expect(committedOf("a")).toBe(2);
    edit("Drag", { a: 3, b: 1 }, { gesture: "slider" });
    undo();
    expect(committedOf("a")).toBe(2);
  });
});

describe("the hand", () => {
  const page = new EventTarget();
  followHand(page);
  const isGoingOn = () => workspace.getState().gesture !== null;
  const drag = () => edit("Drag", { a: Math.random() }, { gesture: "slider" });

  it.each(["pointerup", "pointercancel", "keyup", "focusout", "click", "change"])(
    "ends the gesture with %s, after what handles the same event",
    async (type) => {
      drag();
      page.dispatchEvent(new Event(type));
      drag();
      expect(workspace.getState().past).toHaveLength(1);
      expect(isGoingOn()).toBe(true);
      await vi.waitFor(() => expect(isGoingOn()).toBe(false));
    },
  );

  it("draws one step from press to release, though the first press takes the focus from elsewhere", async () => {
    edit("Type", { a: -1 }, { gesture: "slider" });
    page.dispatchEvent(new Event("pointerdown"));
    drag();
    page.dispatchEvent(new Event("focusout"));
    await new Promise((done) => setTimeout(done));
    drag();
    page.dispatchEvent(new Event("pointerup"));
    await vi.waitFor(() => expect(isGoingOn()).toBe(false));
    expect(workspace.getState().past.map(({ label }) => label)).toEqual(["Type", "Drag"]);
    page.dispatchEvent(new Event("keydown"));
    drag();
    page.dispatchEvent(new Event("focusout"));
    await vi.waitFor(() => expect(isGoingOn(), "Tab leaves a box").toBe(false));
    page.dispatchEvent(new Event("keyup"));
    await new Promise((done) => setTimeout(done));
  });

  it("holds a slider while its key is down, whose repetition each is a change", async () => {
    page.dispatchEvent(new Event("keydown"));
    drag();
    page.dispatchEvent(new Event("change"));
    await new Promise((done) => setTimeout(done));
    drag();
    expect(workspace.getState().past).toHaveLength(1);
    page.dispatchEvent(new Event("keyup"));
    await vi.waitFor(() => expect(isGoingOn()).toBe(false));
  });
});

describe("a workspace that is opened in place of another", () => {
  it("is one step, which undo takes back and redo makes again, with what is kept since", () => {
    edit("One", { a: 1, b: { c: 1 } });
    const opened = workspace.getState().opened;
    openAsStep({ ...EMPTY_WORKSPACE, content: { d: [1] } }, "Open theirs");
    expect([content(), workspace.getState().opened]).toEqual([{ d: [1] }, opened + 1]);
    keep({ d: [1], seen: true });
    expect(undo()).toBe("Open theirs");
    expect([content(), workspace.getState().opened]).toEqual([
      { a: 1, b: { c: 1 }, seen: true },
      opened + 2,
    ]);
    expect(redo()).toBe("Open theirs");
    expect(content()).toEqual({ d: [1], seen: true });
    expect([undo(), undo()]).toEqual(["Open theirs", "One"]);
  });
});

describe("a read-only window", () => {
  it("refuses edits and undo, says so each time, and keeps how it is looked at", () => {
    edit("One", { a: 1 });
    workspace.setState({ isReadOnly: true });
    const refused = vi.fn();
    onRefused(refused);
    edit("Two", { a: 2 });
    edit("Same", { a: 1 });
    expect([undo(), redo()]).toEqual([null, null]);
    openAsStep(EMPTY_WORKSPACE, "Open");
    keep({ a: 1, zoom: 2 });
    expect(content()).toEqual({ a: 1, zoom: 2 });
    expect(refused).toHaveBeenCalledTimes(3);
    workspace.setState({ isReadOnly: false });
    expect(undo()).toBe("One");
  });
});

describe("defineSlice", () => {
  const names = defineSlice("names", {
    title: "the names",
    schema: Type.Array(Type.String()),
    initial: [],
  });

  it("reads its initial value until it is edited, and when the content does not fit", () => {
    expect(names.read()).toEqual([]);
    openWorkspace({ ...EMPTY_WORKSPACE, content: { names: [1, 2] } });
    expect(names.read()).toEqual([]);
    names.edit("Add", (before) => [...before, "apple"]);
    expect(names.read()).toEqual(["apple"]);
    expect(undo()).toBe("Add");
    expect(content()).toEqual({ names: [1, 2] });
  });
});
