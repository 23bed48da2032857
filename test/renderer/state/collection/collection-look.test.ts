import { beforeEach, expect, it } from "vitest";
import { EMPTY_WORKSPACE } from "../../../../core/workspace/workspace.ts";
import {
  openAt,
  openCollection,
  readLook,
  showLens,
} from "../../../../renderer/state/collection/collection-look.ts";
import { openWorkspace, undo } from "../../../../renderer/state/workspace.ts";

beforeEach(() => openWorkspace(EMPTY_WORKSPACE));

it("shows another tab without a step of undo, from the tabs and from the palette", () => {
  openCollection("news");
  showLens("topics");
  expect(readLook().lens).toBe("topics");
  openAt("news", "points");
  expect(readLook().lens).toBe("points");
  expect(undo()).toBe("Open news");
});

it("opens another collection at a tab as one step", () => {
  openCollection("news");
  openAt("mail", "categories");
  expect(readLook().lens).toBe("categories");
  expect(undo()).toBe("Open mail");
});
