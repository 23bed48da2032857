// @vitest-environment jsdom
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { act, screen, waitFor } from "@testing-library/react";
import { afterAll, beforeAll, expect, it } from "vitest";
import { seededRandom } from "../../../../core/kernel/seeded-random.ts";
import { wholePage } from "../../../support/whole-page.tsx";

const page = wholePage();
const ROWS = 300;
const SUBJECTS = ["a pear and a banana", "money for the company", "the lion is wild", "a fast car"];
let folder: string;

/** Every subject is as likely as the others in each month. */
function rowsOf(random: () => number): string {
  const pick = (count: number) => Math.floor(random() * count);
  const two = (number: number) => String(number).padStart(2, "0");
  const lines = Array.from(
    { length: ROWS },
    (_, row) =>
      `${row},2005-${two(1 + pick(12))}-${two(1 + pick(28))},${SUBJECTS[pick(SUBJECTS.length)]}`,
  );
  return ["id,date,text", ...lines, ""].join("\n");
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "semascope-"));
  const file = path.join(folder, "random.csv");
  await writeFile(file, rowsOf(seededRandom(3)));
  const context = { signal: new AbortController().signal };
  const { handlers } = page;
  const input = { kind: "import", name: "random", paths: [file] } as const;
  await handlers["app.jobStart"]({ input } as never, context as never);
  await waitFor(
    async () => {
      const [task] = await handlers["app.jobs"]({} as never, context as never);
      expect(task).toMatchObject({ title: "random", state: "done" });
    },
    { timeout: 60_000 },
  );
});
afterAll(() => rm(folder, { recursive: true, maxRetries: 10 }));

it("finds nothing where dates are random: no time of a topic, no cell of a brushed month", async () => {
  await page.open();
  const { openAt, restrict } = await import(
    "../../../../renderer/state/collection/collection-look.ts"
  );
  const { openWith } = await import("../../../../renderer/state/open-with.ts");
  act(() => {
    openWith("collection");
    openAt("random", "time");
  });
  const patience = { timeout: 60_000 };
  await screen.findByText(/No topic peaks significantly at any time\./, {}, patience);
  expect(screen.queryByText(/^most in/)).toBeNull();
  expect(screen.getAllByRole("img", { name: / over time$/ }).length).toBeGreaterThan(1);
  const range = { from: "2005-02-01", to: "2005-02-28" };
  act(() => restrict({ kind: "range", column: "date", range, label: "February" } as never));
  await screen.findByText("No cell stands out beyond chance", {}, patience);
});
