import type { Page } from "@playwright/test";
import { App, VIEWS } from "./support/app.ts";
import { expect, overBoth, test } from "./support/test.ts";

const HOSTILE = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>';

const isHacked = (page: Page) => page.evaluate(() => "hacked" in window);

overBoth(() => {
  test("nothing leaves the machine, no address carries the key, markup is shown as text, and the browser enforces a policy without inline scripts", async ({
    page,
    connection,
    network,
  }) => {
    const policies: string[] = [];
    page.on("response", (response) => {
      const policy = response.headers()["content-security-policy"];
      if (response.request().resourceType() === "document" && policy) policies.push(policy);
    });
    const app = await App.open(page, connection);
    await test.step("nothing leaves the machine, whatever view is used", async () => {
      await app.build("jaguar");
      for (const view of VIEWS) await app.go(view);
      await app.go("Compare");
      await app.button("Two headlines on one event").click();
      await expect(page.getByRole("region", { name: "Verdict" })).toBeVisible();
      expect(network.requests.length).toBeGreaterThan(0);
      expect(network.foreign).toEqual([]);
      expect(network.policyViolations).toEqual([]);
    });
    await test.step("no address carries the key, and the token of the first visit leaves the address", async () => {
      const key = connection.host?.apiKey ?? "no key over IPC";
      expect(network.requests.map((request) => request.url()).join("\n")).not.toContain(key);
      expect(page.url()).not.toContain("token=");
    });
    await test.step("markup in a term, a text, a pin and a filter is shown as text", async () => {
      await app.go("Explore");
      await app.line.fill(HOSTILE);
      await app.line.press("Enter");
      await expect(app.tree.getByText(HOSTILE.slice(0, 12)).first()).toBeVisible();

      await app.go("Filters");
      await page.getByRole("textbox", { name: "Name of the category" }).fill(HOSTILE);
      await app.button("Create").click();
      await page.getByRole("textbox", { name: "A text that matches" }).fill(`Music ${HOSTILE}`);
      await page.keyboard.press("Enter");
      await expect(page.getByRole("heading", { name: "Matches 1", exact: true })).toBeVisible();
      await expect(page.getByRole("textbox", { name: "Name of the filter" })).toHaveValue(HOSTILE);

      await app.go("Text");
      await page.getByRole("textbox", { name: "Text to look at" }).fill(`Violin music ${HOSTILE}`);
      await expect(page.getByRole("region", { name: "Keywords" })).toBeVisible();

      expect(await page.locator("img[src=x], body script").count()).toBe(0);
      expect(await isHacked(page)).toBe(false);
    });
    await test.step("the page's policy allows no inline script, and the browser enforces it", async () => {
      const policy = policies.at(-1) ?? "";
      expect(policy).toContain("default-src 'none'");
      expect(policy.match(/script-src ([^;]*)/)?.[1]).toBe("'self'");
      expect(policy).not.toContain("unsafe");
      await page.evaluate(() => {
        const script = document.createElement("script");
        script.textContent = "window.hacked = 1";
        document.body.append(script);
      });
      expect(await isHacked(page)).toBe(false);
    });
  });
});
