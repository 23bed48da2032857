import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { type Browser, chromium, type Page } from "@playwright/test";
import { startHarness } from "../../e2e/support/harness-server.ts";
import { retinasFolder, startServerProcess } from "../../support/server-process.ts";
import { measureApplication } from "./measure-application.ts";
import { measureBudgets } from "./measure-budgets.ts";
import { measureCollections, measureExisting, measureReport } from "./measure-collections.ts";
import { measureMap } from "./measure-map.ts";
import { measureColdStart, measureOpening } from "./measure-start.ts";
import { measureTable } from "./measure-table.ts";
import { printRows, type Row } from "./rows.ts";

const HELP = `Speed of the interface in a real Chromium on the shipped retina.

  npm run bench:ui                     the table; some minutes, most of them for the rows of collections
  npm run bench:ui -- --only map       one part: start, application, budgets, collections, report, map, table
  npm run bench:ui -- --rows 10000     rows of the collections beside the sample (10000,100000)
  npm run bench:ui -- --only collections --home DIR --collection NAME
                                       a collection that is there already, in the SEMASCOPE_HOME of this name
  npm run bench:ui -- --redraws 1000   how many redraws the growth of memory is measured over (10,000)
  npm run bench:ui -- --json           for a program
`;

const { values } = parseArgs({
  options: {
    json: { type: "boolean", default: false },
    redraws: { type: "string", default: "10000" },
    only: { type: "string" },
    rows: { type: "string", default: "10000,100000" },
    home: { type: "string" },
    collection: { type: "string" },
    help: { type: "boolean", default: false },
  },
});

if (values.help) console.log(HELP);
else await run();

async function run(): Promise<void> {
  const browser = await chromium.launch({
    executablePath: process.env.PLAYWRIGHT_CHROMIUM ?? "",
    args: ["--enable-precise-memory-info"],
  });
  const before = loadavg()[0] ?? 0;
  const rows = [...(await inApplication(browser)), ...(await alone(browser))];
  await browser.close();
  printRows(rows, { isJson: values.json, load: Math.max(before, loadavg()[0] ?? 0) });
}

function isWanted(part: string): boolean {
  return values.only === undefined || values.only === part;
}

/** What is measured in the whole application, served as `npm start` serves it. */
async function inApplication(browser: Browser): Promise<Row[]> {
  const rows: Row[] = [];
  if (isWanted("start")) rows.push(await measureColdStart(browser));
  const server = await startServerProcess({ retinas: retinasFolder(undefined), home: values.home });
  try {
    const page = await openPage(browser);
    await page.goto(server.application);
    await page.locator(".map-name").first().waitFor();
    if (isWanted("start")) rows.push(await measureOpening(page));
    if (isWanted("application")) rows.push(...(await measureApplication(page)));
    if (isWanted("budgets")) rows.push(...(await measureBudgets(page)));
    if (isWanted("collections"))
      rows.push(
        ...(values.collection === undefined
          ? await measureCollections(page, values.rows.split(",").filter(Boolean).map(Number))
          : await measureExisting(page, values.collection)),
      );
    if (isWanted("report")) rows.push(...(await measureReport(page)));
    await page.context().close();
  } finally {
    // Left alone it would keep a named folder locked.
    await server.stop();
  }
  return rows;
}

/** What is measured on the map and the table by themselves. */
async function alone(browser: Browser): Promise<Row[]> {
  const harness = await startHarness();
  const rows: Row[] = [];
  if (isWanted("map"))
    rows.push(
      ...(await measureMap(await openPage(browser), harness.address, Number(values.redraws))),
    );
  if (isWanted("table")) rows.push(await measureTable(await openPage(browser), harness.table));
  await harness.close();
  return rows;
}

async function openPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  return context.newPage();
}
