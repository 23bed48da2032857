// @vitest-environment jsdom
import "../../support/page-gaps.ts";
import { act, cleanup, render, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { MapHead } from "../../../renderer/app/map-head.tsx";
import { PageProviders } from "../../../renderer/app/page-providers.tsx";
import { NOTHING } from "../../../renderer/model/map-content.ts";
import { runAction, useActions } from "../../../renderer/state/actions.ts";
import { usePublished } from "../../../renderer/state/publish.ts";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  usePublished.setState({ exports: null });
});

it("copies the expression as JSON and the request as curl, and gives the reason where there is none", async () => {
  vi.stubGlobal("engine", { call: async () => ({ ok: false, error: { code: "x", message: "" } }) });
  const writeText = vi.fn(async () => undefined);
  vi.stubGlobal("navigator", { ...navigator, clipboard: { writeText } });
  render(
    <PageProviders>
      <MapHead content={NOTHING} count={0} />
    </PageProviders>,
  );
  const refusal = (id: string) =>
    useActions.getState().actions.find((action) => action.id === id)?.disabledBecause;
  expect(refusal("copy.json")).toBe("No expression is shown");
  expect(refusal("copy.curl")).toBe("This result comes from no single request");
  const body = { term: "apple" };
  act(() =>
    usePublished.setState({
      exports: {
        name: "apple",
        settings: {},
        json: () => body,
        request: { name: "expressions.similar", args: { body, retina_name: "en" } },
      },
    }),
  );
  runAction("copy.json");
  runAction("copy.curl");
  await waitFor(() => expect(writeText).toHaveBeenCalledTimes(2));
  const copied = writeText.mock.calls.map(([text]: string[]) => text);
  expect(copied[0]).toBe('{"term":"apple"}');
  expect(copied[1]).toMatch(/^curl -X POST 'http.*\/expressions\/similar.*retina_name=en/);
  expect(copied[1]).toContain(`--data-raw '{"term":"apple"}'`);
});
