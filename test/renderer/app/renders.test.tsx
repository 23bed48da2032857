// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import { Profiler, type ReactNode } from "react";
import { expect, it, vi } from "vitest";
import { wholePage } from "../../support/whole-page.tsx";

/** How often each part of the window was rendered: those that a guard is round, and the shell round all of them. */
const renders = vi.hoisted(() => new Map<string, number>());
const note = vi.hoisted(() => (part: string) => {
  renders.set(part, (renders.get(part) ?? 0) + 1);
});

vi.mock("../../../renderer/app/guard.tsx", async (original) => {
  const { Guard } = await original<typeof import("../../../renderer/app/guard.tsx")>();
  return {
    Guard: ({ children, ...rest }: { readonly part: string; readonly children: ReactNode }) => (
      <Guard {...rest}>
        <Profiler id={rest.part} onRender={note}>
          {children}
        </Profiler>
      </Guard>
    ),
    WindowGuard: ({ children }: { readonly children: ReactNode }) => children,
  };
});
vi.mock("../../../renderer/app/notices.tsx", async (original) => ({
  ...(await original<typeof import("../../../renderer/app/notices.tsx")>()),
  // Without state of its own: rendered whenever the shell is.
  Toasts: () => {
    note("The shell");
    return null;
  },
}));

const page = wholePage();
/** The first text waits for the statistics of the languages, which takes long on a busy machine. */
const LOADED = { timeout: 120_000 };

/**
 * The parts that were rendered while each of these was typed, beside the line that says what is saved and undone: an answer that
 * comes late, or code, renders its part while one of them is.
 */
async function partsRendered(...texts: string[]): Promise<string[]> {
  const parts: string[][] = [];
  for (const typed of texts) {
    renders.clear();
    await page.user.keyboard(typed);
    parts.push([...renders.keys()]);
  }
  const [first = [], ...others] = parts;
  return first
    .filter((part) => part !== "The status line" && others.every((each) => each.includes(part)))
    .sort();
}

it("renders the dialog alone while the notes of a report are typed", async () => {
  await page.open();
  await page.user.type(await screen.findByRole("textbox", { name: "Expression" }), "bank{Enter}");
  await waitFor(
    () => expect(screen.getAllByText(/of 16,384 cells/).length).toBeGreaterThan(0),
    LOADED,
  );
  await page.user.keyboard("{Control>}{Shift>}p{/Shift}{/Control}");
  await screen.findByRole("textbox", { name: "Notes" });
  await page.user.click(screen.getByRole("textbox", { name: "Notes" }));
  expect(await partsRendered("Two senses.", " Three.", " Four.", " Five.")).toEqual([
    "The export dialog",
  ]);
});

it("renders neither the shell nor a dialog while a text is typed", async () => {
  await page.open();
  await page.user.click(await screen.findByRole("button", { name: "Text" }));
  const box = await screen.findByRole("textbox", { name: "Text to look at" });
  await page.user.click(box);
  await page.user.keyboard("the bank ");
  await waitFor(
    () => expect(screen.getAllByText(/of 16,384 cells/).length).toBeGreaterThan(0),
    LOADED,
  );
  const rendered = await partsRendered("the river ", "bank ", "and ", "money");
  expect(rendered).not.toContain("The shell");
  expect(rendered).not.toContain("Settings");
});
