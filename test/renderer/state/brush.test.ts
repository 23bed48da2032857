// @vitest-environment jsdom
import { act, renderHook } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { EMPTY_WORKSPACE } from "../../../core/workspace/workspace.ts";
import { brush, clearBrush, setBrush } from "../../../renderer/state/brush.ts";
import { navigate, startAt } from "../../../renderer/state/navigation.ts";
import { openWorkspace, undo, workspace } from "../../../renderer/state/workspace.ts";

beforeEach(() => {
  openWorkspace(EMPTY_WORKSPACE);
  startAt("explore");
});

it("belongs to the view in which cells were selected, and is there again when a person comes back", () => {
  const { result } = renderHook(() => brush.use());
  act(() => setBrush("Select 2 cells", [1, 2]));
  expect(result.current).toEqual([1, 2]);
  act(() => navigate("compare"));
  expect([result.current, brush.read()]).toEqual([[], []]);
  act(() => navigate("explore"));
  expect(result.current).toEqual([1, 2]);
});

it("is one step of undo, also where another view had one", () => {
  setBrush("Select a cell", [1]);
  navigate("compare");
  clearBrush();
  setBrush("Select another", [2]);
  expect(brush.read()).toEqual([2]);
  expect(undo()).toBe("Select another");
  expect(brush.read()).toEqual([]);
  navigate("explore");
  expect(brush.read()).toEqual([1]);
});

it("makes no step of clearing nothing", () => {
  navigate("compare");
  clearBrush();
  expect(workspace.getState().past).toEqual([]);
});

it("dims every view of a workspace that was saved before", () => {
  openWorkspace({ ...EMPTY_WORKSPACE, content: { brush: [3] } });
  navigate("compare");
  expect(brush.read()).toEqual([3]);
});
