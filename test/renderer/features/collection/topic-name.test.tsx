// @vitest-environment jsdom
import "../../../support/page-gaps.ts";
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { TopicName } from "../../../../renderer/features/collection/topics-lens.tsx";

afterEach(cleanup);

function show() {
  const [onName, onCancel] = [vi.fn(), vi.fn()];
  render(<TopicName name="bank" onName={onName} onCancel={onCancel} />);
  return { onName, onCancel, box: screen.getByLabelText("Name of the topic") };
}

it("leaves a topic as it was on Escape, whatever was typed", async () => {
  const { onName, onCancel, box } = show();
  await userEvent.type(box, " of a river{Escape}");
  expect(onCancel).toHaveBeenCalledOnce();
  expect(onName).not.toHaveBeenCalled();
});

it("does not make a name the person's that was not changed", async () => {
  const { onName, onCancel, box } = show();
  await userEvent.type(box, "{Enter}");
  expect(onCancel).toHaveBeenCalledOnce();
  expect(onName).not.toHaveBeenCalled();
});

it("names the topic on Enter", async () => {
  const { onName, box } = show();
  await userEvent.type(box, "s{Enter}");
  expect(onName).toHaveBeenCalledWith("banks");
});
