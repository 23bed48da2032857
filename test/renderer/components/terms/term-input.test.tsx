// @vitest-environment jsdom
import "../../../support/page-gaps.ts";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { TermInput } from "../../../../renderer/components/terms/term-input.tsx";
import type { Suggestion } from "../../../../renderer/model/suggestions.ts";

const SUGGESTIONS: readonly Suggestion[] = [
  { term: "hund", kind: "exact" },
  { term: "hund", kind: "exact", language: "de", written: "de:hund" },
];

afterEach(cleanup);

it("takes a chosen word of another language as it is written, and typed words as a text", async () => {
  const [onTerm, onText] = [vi.fn(), vi.fn()];
  const complete = (typed: string) => ({
    queryKey: ["suggestions", typed],
    queryFn: async () => SUGGESTIONS,
  });
  // As the page's own: a service on this machine answers without a network.
  const client = new QueryClient({ defaultOptions: { queries: { networkMode: "always" } } });
  render(
    <QueryClientProvider client={client}>
      <TermInput label="A part" complete={complete} onTerm={onTerm} onText={onText} />
    </QueryClientProvider>,
  );
  const person = userEvent.setup();
  const choose = async (keys: string) => {
    await person.type(screen.getByRole("combobox", { name: "A part" }), "hund");
    await screen.findAllByRole("option");
    await person.keyboard(keys);
  };
  await choose("{ArrowDown}{ArrowDown}{Enter}");
  await choose("{Control>}{Enter}{/Control}");
  expect(onTerm.mock.calls).toEqual([["de:hund"]]);
  expect(onText.mock.calls).toEqual([["hund"]]);
});
