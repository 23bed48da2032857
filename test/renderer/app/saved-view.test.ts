// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from "vitest";
import { type Content, EMPTY_WORKSPACE } from "../../../core/workspace/workspace.ts";

const saved: Content = {
  looking: { view: "text", map: { k: 1, x: 64, y: 64 }, hidden: [] },
};

/** The page as it begins: nothing was opened before. */
async function begin() {
  vi.resetModules();
  const navigation = await import("../../../renderer/state/navigation.ts");
  const { openWith } = await import("../../../renderer/state/open-with.ts");
  const { followSavedView } = await import("../../../renderer/app/saved-view.ts");
  const { openWorkspace } = await import("../../../renderer/state/workspace.ts");
  followSavedView();
  const open = (opening?: "opened", content = saved) =>
    openWorkspace({ ...EMPTY_WORKSPACE, content }, opening ?? "arrived");
  return { openWith, open, view: () => navigation.useNavigation.getState().view };
}

describe("the saved work, when it comes after the page", () => {
  let page: Awaited<ReturnType<typeof begin>>;
  beforeEach(async () => {
    page = await begin();
  });

  it("is looked at where it was left", () => {
    page.open();
    expect(page.view()).toBe("text");
  });

  it.each(["compare", "explore"])("calls nobody away who has asked for %s already", (view) => {
    page.openWith(view);
    page.open();
    expect(page.view()).toBe(view);
  });

  it("calls nobody away who types in the first view", () => {
    document.body.dispatchEvent(new Event("input", { bubbles: true }));
    page.open();
    expect(page.view()).toBe("explore");
  });

  it("is looked at where it was left when it is opened from a file later", () => {
    page.openWith("compare");
    page.open("opened");
    expect(page.view()).toBe("text");
  });

  it("is looked at in Explore where its view is none", () => {
    page.openWith("compare");
    page.open("opened", { looking: { view: "nowhere", map: { k: 1, x: 64, y: 64 }, hidden: [] } });
    expect(page.view()).toBe("explore");
  });
});
