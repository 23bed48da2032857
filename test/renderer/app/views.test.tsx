// @vitest-environment jsdom
import "../../support/page-gaps.ts";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { VIEWS, type ViewInfo } from "../../../core/api/views.ts";
import { menuTemplate } from "../../../electron/window/menu-template.ts";
import { queryClient } from "../../../renderer/api/query-client.ts";
import { useGlobalActions } from "../../../renderer/app/global-actions.ts";
import { useKeyBindings } from "../../../renderer/app/key-bindings.ts";
import { showOverlay } from "../../../renderer/app/overlays.ts";
import { Palette } from "../../../renderer/app/palette.tsx";
import { Rail } from "../../../renderer/app/rail.tsx";
import { startAt, useNavigation } from "../../../renderer/state/navigation.ts";

function Shell() {
  useGlobalActions();
  useKeyBindings();
  return (
    <QueryClientProvider client={queryClient}>
      <Rail />
      <Palette />
    </QueryClientProvider>
  );
}

beforeEach(() => {
  vi.stubGlobal("engine", { call: () => new Promise(() => undefined), cancel: () => {} });
  startAt("none");
  render(<Shell />);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const view = () => useNavigation.getState().view;
const ALL = VIEWS.map(({ id }) => id);
const IN_RAIL = VIEWS.filter((each: ViewInfo) => !each.isBeside).map(({ id }) => id);

describe("the list of views", () => {
  it("is the rail, in its order, without those that are reached from where they are used", () => {
    const rail = within(screen.getByRole("navigation", { name: "Views" })).getAllByRole("button");
    const reached = rail.slice(0, IN_RAIL.length).map((button) => {
      fireEvent.click(button);
      return view();
    });
    expect(reached).toEqual(IN_RAIL);
    expect(ALL.filter((id) => !IN_RAIL.some((each) => each === id))).toEqual(["maps"]);
    expect(rail.slice(IN_RAIL.length).map((button) => button.getAttribute("aria-label"))).toEqual([
      "Find",
      "File",
      "Help",
    ]);
  });

  it("has Ctrl and a number for each", () => {
    const reached = ALL.map((_, place) => {
      fireEvent.keyDown(window, {
        key: `${place + 1}`,
        code: `Digit${place + 1}`,
        ctrlKey: true,
      });
      return view();
    });
    expect(reached).toEqual(ALL);
  });

  it("is what the palette offers under “Go to”, beside back and forward", () => {
    act(() => showOverlay("palette"));
    const offered = screen.getAllByRole("menuitem").map(({ textContent }) => textContent ?? "");
    for (const { title, purpose } of VIEWS)
      expect(offered.filter((text) => text.includes(`${title}: ${purpose}`))).toHaveLength(1);
    expect(offered.filter((text) => text.includes("Go to")).length).toBe(ALL.length + 2);
  });

  it("leads from the palette to the tabs of a collection, too", () => {
    act(() => showOverlay("palette"));
    const search = screen.getByRole("searchbox", { name: "Search commands" });
    for (const sought of ["differences", "points", "categories", "near-duplicates"]) {
      fireEvent.change(search, { target: { value: sought } });
      const [first] = screen.getAllByRole("menuitem");
      expect(first?.textContent?.toLowerCase(), sought).toMatch(`collection${sought}: `);
    }
  });

  it("is the Go menu of the desktop", () => {
    const menu = menuTemplate({
      platform: "linux",
      isDevelopment: false,
      theme: "system",
      send: () => undefined,
    });
    const entries = menu.flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []));
    const views = entries.flatMap(({ id }) => (id?.startsWith("go.") ? [id.slice(3)] : []));
    expect(views).toEqual([...ALL, "back", "forward"]);
  });
});
