// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { insertAtOnce } from "../../../renderer/app/insert-at-once.ts";

let changes = 0;

function Box() {
  const [text, setText] = useState("before after");
  const change = (value: string) => {
    changes++;
    setText(value);
  };
  return <textarea value={text} onChange={({ currentTarget }) => change(currentTarget.value)} />;
}

beforeEach(() => {
  changes = 0;
  document.addEventListener("beforeinput", insertAtOnce);
});
afterEach(() => {
  document.removeEventListener("beforeinput", insertAtOnce);
  cleanup();
});

const box = () => screen.getByRole<HTMLTextAreaElement>("textbox");

/** What a browser does before it inserts text. @returns whether it still has to insert it */
const before = (data: string, inputType = "insertText") =>
  box().dispatchEvent(
    new InputEvent("beforeinput", { data, inputType, bubbles: true, cancelable: true }),
  );

it("puts many lines in the place of what is selected, with one change and the cursor behind them", () => {
  render(<Box />);
  box().setSelectionRange(7, 12);
  const lines = Array.from({ length: 1000 }, (_, i) => `line ${i}`).join("\n");
  expect(before(lines)).toBe(false);
  expect(box().value).toBe(`before ${lines}`);
  expect(box().selectionStart).toBe(7 + lines.length);
  expect(changes).toBe(1);
});

it("leaves to the browser what it does at once itself", () => {
  render(<Box />);
  expect(before("one line")).toBe(true);
  expect(before("two\nlines", "insertFromPaste")).toBe(true);
  expect(before("\n", "insertLineBreak")).toBe(true);
  expect(box().value).toBe("before after");
  expect(changes).toBe(0);
});
