// @vitest-environment jsdom
import "../../support/page-gaps.ts";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Toasts } from "../../../renderer/app/notices.tsx";
import { EMPTY_WORKSPACE } from "../../../renderer/model/workspace.ts";
import { undoableToast } from "../../../renderer/state/edits.ts";
import { toast } from "../../../renderer/state/toasts.ts";
import { edit, openWorkspace, workspace } from "../../../renderer/state/workspace.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const wait = (seconds: number) => act(() => vi.advanceTimersByTime(seconds * 1000));

describe("a confirmation", () => {
  it("goes by itself, but not while its way back has the keyboard", () => {
    render(<Toasts />);
    act(() => void toast("Removed jaguar", { label: "Undo", run: () => {} }));
    const button = screen.getByRole("button", { name: "Undo" });
    fireEvent.focus(button);
    wait(30);
    expect(screen.queryByText("Removed jaguar")).not.toBeNull();
    fireEvent.blur(button);
    wait(7);
    expect(screen.queryByText("Removed jaguar")).toBeNull();
    act(() => void toast("Pinned lynx"));
    wait(7);
    expect(screen.queryByText("Pinned lynx")).toBeNull();
  });

  it("offers the way back only while what it tells of is the latest step", () => {
    openWorkspace(EMPTY_WORKSPACE);
    render(<Toasts />);
    act(() => {
      edit("Remove jaguar", { words: ["lynx"] });
      undoableToast("Removed jaguar");
    });
    expect(screen.getByRole("button", { name: "Undo" })).toBeDefined();
    act(() => {
      edit("Remove lynx", { words: [] });
      undoableToast("Removed lynx");
    });
    expect(screen.queryByText("Removed jaguar")).not.toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "Undo" }));
    expect(workspace.getState().content).toEqual({ words: ["lynx"] });
    expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
  });
});
