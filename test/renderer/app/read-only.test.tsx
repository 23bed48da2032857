// @vitest-environment jsdom
import "../../support/page-gaps.ts";
import { act, cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it } from "vitest";
import { ReadOnlyNotice } from "../../../renderer/app/notices.tsx";
import { useSaveState } from "../../../renderer/state/saving.ts";

const before = useSaveState.getState();
afterEach(() => {
  cleanup();
  useSaveState.setState(before);
});

it("takes no letter where work is typed as long as the window is read-only", async () => {
  const person = userEvent.setup();
  render(
    <>
      <ReadOnlyNotice />
      <section data-panel="lens">
        <input aria-label="Work" />
      </section>
      <input aria-label="Else" />
    </>,
  );
  const box = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
  act(() => useSaveState.setState({ status: "reading" }));
  const { refused } = useSaveState.getState();
  await person.type(box("Work"), "violin");
  await person.type(box("Else"), "guitar");
  expect([box("Work").value, box("Else").value]).toEqual(["", "guitar"]);
  expect(useSaveState.getState().refused).toBe(refused + "violin".length);
  expect(screen.getByRole("alert").textContent).toContain("Read only");
  act(() => useSaveState.setState({ status: "saved" }));
  await person.type(box("Work"), "violin");
  expect(box("Work").value).toBe("violin");
});
