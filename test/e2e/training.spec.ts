import { App } from "./support/app.ts";
import { expect, test } from "./support/test.ts";

/** What a person fills in before a training; the training itself takes minutes. */

test("texts are chosen in a dialog of folders, and a name may have spaces and capitals", async ({
  page,
  connection,
}) => {
  const app = await App.openAt(page, connection, "Maps");
  await page.getByRole("radio", { name: "Train your own" }).check();
  await app.button("Choose a folder…").click();
  const dialog = page.getByRole("dialog", { name: "Folder with the texts to train on" });
  const up = dialog.getByRole("button", { name: "One folder up" });
  await expect(up).toBeVisible();
  while (await up.isVisible()) {
    const before = await dialog.locator("strong").textContent();
    await up.click();
    await expect(dialog.locator("strong")).not.toHaveText(before ?? "");
  }
  await expect(dialog.locator("strong")).toHaveText("/");
  await dialog.getByRole("button", { name: "tmp", exact: true }).click();
  await expect(dialog.locator("strong")).toHaveText("/tmp");
  await dialog.getByRole("button", { name: "Choose this folder" }).click();
  await expect(page.getByRole("textbox", { name: "Texts", exact: true })).toHaveValue("/tmp");
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Court Texts 2024");
  await expect(page.getByText("Name in the API: court_texts_2024.")).toBeVisible();
  await expect(app.button("Train the map")).toBeEnabled();
});
