// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from "vitest";

/** The page as it is loaded: settings are read when their module is. */
async function load() {
  vi.resetModules();
  return import("../../../renderer/state/settings.ts");
}

describe("settings", () => {
  beforeEach(() => localStorage.clear());

  it("are as they were left when the page is loaded again", async () => {
    const before = await load();
    before.changeSettings({ lensWidth: 400 });
    before.arrangeTable("similar", { widths: { term: 90 } });

    const { useSettings } = await load();

    expect(useSettings.getState()).toMatchObject({
      lensWidth: 400,
      tables: { similar: { widths: { term: 90 } } },
    });
  });

  it("have the usual value where an earlier version kept none", async () => {
    const kept = { theme: "dark", gridStyle: { showsNames: false } };
    localStorage.setItem("semascope-settings", JSON.stringify({ state: kept, version: 1 }));

    const { DEFAULT_SETTINGS, useSettings } = await load();

    expect(useSettings.getState()).toEqual({
      ...DEFAULT_SETTINGS,
      theme: "dark",
      gridStyle: { ...DEFAULT_SETTINGS.gridStyle, showsNames: false },
    });
  });
});
