// @vitest-environment jsdom
import "../../../support/page-gaps.ts";
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { Rename } from "../../../../renderer/components/controls/rename.tsx";

afterEach(cleanup);

function show() {
  const [onName, onCancel] = [vi.fn(), vi.fn()];
  render(<Rename label="Name of the topic" name="bank" onName={onName} onCancel={onCancel} />);
  return { onName, onCancel, box: screen.getByLabelText("Name of the topic") };
}

it("leaves a name as it was on Escape, whatever was typed", async () => {
  const { onName, onCancel, box } = show();
  await userEvent.type(box, " of a river{Escape}");
  expect(onCancel).toHaveBeenCalledOnce();
  expect(onName).not.toHaveBeenCalled();
});

it("gives no name that was not changed", async () => {
  const { onName, onCancel, box } = show();
  await userEvent.type(box, "{Enter}");
  expect(onCancel).toHaveBeenCalledOnce();
  expect(onName).not.toHaveBeenCalled();
});

it("gives the name on Enter", async () => {
  const { onName, box } = show();
  await userEvent.type(box, "s{Enter}");
  expect(onName).toHaveBeenCalledWith("banks");
});
