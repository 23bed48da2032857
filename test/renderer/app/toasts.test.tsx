// @vitest-environment jsdom
import "../../support/page-gaps.ts";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { EMPTY_WORKSPACE } from "../../../core/workspace/workspace.ts";
import { Toasts } from "../../../renderer/app/notices.tsx";
import { redoStep, undoableToast, undoStep } from "../../../renderer/state/edits.ts";
import { navigate, startAt, useNavigation } from "../../../renderer/state/navigation.ts";
import { toast, useAnnouncer, useToasts } from "../../../renderer/state/toasts.ts";
import { edit, openAsStep, openWorkspace, workspace } from "../../../renderer/state/workspace.ts";

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

describe("undo", () => {
  const told = () => useToasts.getState().toasts.map(({ text }) => text);

  beforeEach(() => {
    openWorkspace(EMPTY_WORKSPACE);
    startAt("collection");
    useToasts.setState({ toasts: [] });
  });

  it("of a step in another view shows where it is, and undoes it there when pressed again", () => {
    render(<Toasts />);
    act(() => {
      edit("Label 2 rows", { labels: [1, 2] });
      navigate("compare");
      undoStep();
    });
    expect(told()).toEqual(["The last step is in Collections: Label 2 rows"]);
    expect(workspace.getState().content).toEqual({ labels: [1, 2] });
    fireEvent.click(screen.getByRole("button", { name: "Undo it there" }));
    expect(workspace.getState().content).toEqual({});
    expect(useNavigation.getState().view).toBe("collection");
    act(() => {
      navigate("compare");
      redoStep();
    });
    expect(workspace.getState().content).toEqual({});
    act(redoStep);
    expect(workspace.getState().content).toEqual({ labels: [1, 2] });
    expect(useNavigation.getState().view).toBe("collection");
  });

  it("of another workspace is taken at once from any view, which it changes as well", () => {
    edit("Label 2 rows", { labels: [1, 2] });
    openAsStep(EMPTY_WORKSPACE, "Open theirs.json");
    navigate("compare");
    undoStep();
    expect(told()).toEqual([]);
    expect(workspace.getState().content).toEqual({ labels: [1, 2] });
  });

  it("says so for screen readers alone where the effect is seen", () => {
    edit("Label 2 rows", { labels: [1, 2] });
    undoStep();
    edit("Pin jaguar", { pins: [1] });
    navigate("compare");
    undoStep();
    navigate("explore");
    edit("Enter jaguar", { subject: 1 });
    undoStep();
    expect(told()).toEqual([]);
    wait(1);
    expect(useAnnouncer.getState().text).toBe("Undid: Enter jaguar");
  });
});
