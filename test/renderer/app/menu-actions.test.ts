// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from "vitest";
import { runMenuAction } from "../../../renderer/app/global-actions.ts";
import { registerActions } from "../../../renderer/state/actions.ts";

afterEach(() => document.body.replaceChildren());

describe("the desktop's menu", () => {
  it("undoes in the text box that has the focus, and the last step everywhere else", () => {
    const run = vi.fn();
    const native = vi.fn();
    document.execCommand = native;
    const end = registerActions([{ id: "edit.undo", title: "Undo", group: "Edit", run }]);
    const box = document.body.appendChild(document.createElement("textarea"));
    box.focus();
    runMenuAction("edit.undo");
    expect([native.mock.calls, run.mock.calls.length]).toEqual([[["undo"]], 0]);
    box.blur();
    runMenuAction("edit.undo");
    expect([native.mock.calls.length, run.mock.calls.length]).toEqual([1, 1]);
    end();
  });
});
