import { App } from "./support/app.ts";
import { keepScreenshot } from "./support/screenshots.ts";
import { expect, overBoth, test } from "./support/test.ts";

overBoth(() => {
  test.use({ ground: "drawn" });

  test("the page opens on the map, ready to type, without an error or a warning", async ({
    page,
    connection,
  }) => {
    const told: string[] = [];
    page.on("pageerror", (error) => told.push(String(error)));
    page.on("console", (message) => told.push(message.text()));
    await page.goto(connection.address);
    await expect(page.getByRole("application", { name: "Semantic map" })).toBeVisible();
    await expect(page.getByRole("textbox", { name: "Expression", exact: true })).toBeFocused();
    await expect(page.locator(".map-name").first()).toBeVisible();
    await keepScreenshot(page, `start-${connection.transport}`);
    expect(told).toEqual([]);
  });
});

overBoth(() => {
  test("a first word entered before the workspace has arrived is kept and saved", async ({
    page,
    connection,
    faults,
  }) => {
    const arrive = faults.hold("app.workspaceLoad");
    const app = await App.open(page, connection);
    await expect(app.line).toBeFocused();
    await page.keyboard.type("jaguar");
    await page.keyboard.press("Enter");
    await expect(app.cellsOf("jaguar")).toBeVisible();
    arrive();
    await expect(page.getByText("Saved", { exact: true })).toBeVisible();
    await expect(app.line).toHaveValue("jaguar");
    await page.reload();
    await expect(app.line).toHaveValue("jaguar");
  });
});
