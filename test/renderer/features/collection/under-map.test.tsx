// @vitest-environment jsdom
import { act, cleanup, render, screen, within } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { differenceTitle } from "../../../../renderer/features/collection/difference-lens.tsx";
import { UnderMap } from "../../../../renderer/features/collection/under-map.tsx";
import { FIRST_LOOK, type Look } from "../../../../renderer/model/collection/look.ts";
import { keepRoomUnderMap } from "../../../../renderer/state/map-column.ts";

afterEach(() => {
  cleanup();
  keepRoomUnderMap(null);
});

it("is under the map where there is room, and stays in its place where there is none", () => {
  const room = document.body.appendChild(document.createElement("div"));
  const { container } = render(
    <UnderMap otherwise={<p>The row below</p>}>The row beside</UnderMap>,
  );
  expect(within(container).getByText("The row below")).toBeTruthy();
  act(() => keepRoomUnderMap(room));
  expect(within(room).getByText("The row beside")).toBeTruthy();
  expect(screen.queryByText("The row below")).toBeNull();
  act(() => keepRoomUnderMap(null));
  expect(room.textContent).toBe("");
  expect(within(container).getByText("The row below")).toBeTruthy();
});

it("names both parts of a difference", () => {
  const words = (text: string) => ({ kind: "words", words: text }) as const;
  const look: Look = { ...FIRST_LOOK, restrictions: [words("gold")] };
  expect(differenceTitle(look)).toBe("A: words: gold; B: the rest");
  expect(differenceTitle({ ...look, difference: { a: [words("tin")], b: [words("iron")] } })).toBe(
    "A: words: tin; B: words: iron",
  );
});
