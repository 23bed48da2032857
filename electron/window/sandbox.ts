import type { App } from "electron";

/** Set by the test of the real program where it runs as root: Chromium's sandbox refuses to. */
const WITHOUT_SANDBOX = "SEMASCOPE_TEST_WITHOUT_SANDBOX";

/**
 * Puts every process into Chromium's sandbox, which also undoes a `--no-sandbox` of the command line. Only a program that
 * is not packaged can be told otherwise, by a variable that only the tests set.
 */
export function sandboxEverything(
  app: Pick<App, "isPackaged" | "enableSandbox">,
  env: Readonly<Record<string, string | undefined>> = process.env,
): void {
  if (!app.isPackaged && env[WITHOUT_SANDBOX] === "1") return;
  app.enableSandbox();
}
