// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from "vitest";
import { FORMER_VIEWS, VIEWS, viewNow } from "../../../core/api/views.ts";
import { type Content, EMPTY_WORKSPACE } from "../../../core/workspace/workspace.ts";
import { fullContent } from "../../support/full-workspace.ts";

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

  it.each(FORMER_VIEWS)(
    "opens what was saved in $id in the view that has its work now",
    ({ id }) => {
      page.open("opened", {
        looking: { view: id, map: { k: 1, x: 64, y: 64 }, hidden: [] },
      });
      expect(page.view()).toBe(viewNow(id));
      expect(VIEWS.map((view): string => view.id)).toContain(page.view());
    },
  );

  it("has what was built and how similar terms were listed in one view, with the selected cells", async () => {
    const { subject } = await import("../../../renderer/state/subject.ts");
    const { similar } = await import("../../../renderer/features/explore/similar-state.ts");
    const { brush } = await import("../../../renderer/state/brush.ts");
    const content = fullContent();
    for (const view of ["build", "similar"]) {
      page.open("opened", {
        ...content,
        "brush view": "build",
        looking: { view, map: { k: 1, x: 64, y: 64 }, hidden: [] },
      });
      expect(page.view()).toBe("explore");
      expect(subject.read()).toEqual(content.subject);
      expect(similar.read()).toEqual(content.similar);
      expect(brush.read()).toEqual(content.brush);
    }
  });
});
