// @vitest-environment jsdom
import "../../../support/page-gaps.ts";
import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { EMPTY_WORKSPACE } from "../../../../core/workspace/workspace.ts";
import { retinaCardsQuery } from "../../../../renderer/api/map-queries.ts";
import { queryClient } from "../../../../renderer/api/query-client.ts";
import { MissingRetinaBox } from "../../../../renderer/features/workspace/missing-retina-box.tsx";
import { packWorkspace } from "../../../../renderer/model/workspace-file.ts";
import { useNavigation } from "../../../../renderer/state/navigation.ts";
import { openWorkspaceFile } from "../../../../renderer/state/open-workspace.ts";
import { RetinaContext } from "../../../../renderer/state/retina.ts";
import { openWorkspace, savedWorkspace } from "../../../../renderer/state/workspace.ts";
import { wholeAnswer } from "../../../support/whole-answer.ts";

const installed: { name: string; state: string; isDefault: boolean }[] = [];

beforeEach(async () => {
  installed.splice(0, installed.length, { name: "en_animals", state: "ready", isDefault: true });
  vi.stubGlobal("engine", {
    call: async (name: string) => ({
      ok: true,
      value:
        name === "app.retinaCards"
          ? wholeAnswer(name, [...installed])
          : { revision: 1, savedAt: "" },
    }),
    cancel: () => undefined,
  });
  queryClient.clear();
  openWorkspace(EMPTY_WORKSPACE);
  const saved = { ...EMPTY_WORKSPACE, content: { pins: ["jaguar"] } };
  const text = packWorkspace(saved, { name: "law", checksum: "" }, new Date(0));
  await openWorkspaceFile(new File([text], "cases.json"));
  render(
    <QueryClientProvider client={queryClient}>
      <RetinaContext value={{ name: "en_animals", checksum: "a1" }}>
        <MissingRetinaBox />
      </RetinaContext>
    </QueryClientProvider>,
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

describe("a workspace whose retina is not installed", () => {
  it("opens with the retina in use when that is asked for", async () => {
    expect(savedWorkspace().content).toEqual({});
    await press("Open it with en_animals");
    expect(savedWorkspace().content).toEqual({ pins: ["jaguar"], retina: "en_animals" });
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("leads to where retinas are installed, and comes back once its own is", async () => {
    await press("Install law…");
    expect(useNavigation.getState().view).toBe("maps");
    expect(screen.queryByRole("dialog")).toBeNull();
    installed.push({ name: "law", state: "ready", isDefault: false });
    await queryClient.invalidateQueries(retinaCardsQuery());
    await userEvent.click(await screen.findByRole("button", { name: "Open it" }));
    expect(savedWorkspace().content).toEqual({ pins: ["jaguar"], retina: "law" });
  });

  it("leaves the work as it was when it is cancelled", async () => {
    await press("Cancel");
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(savedWorkspace().content).toEqual({});
  });
});
