import { join } from "node:path";
import { app, dialog, ipcMain, protocol, session } from "electron";
import { endInOrder } from "./end-in-order.ts";
import { openEngine } from "./engine-host.ts";
import { isOwnFrame } from "./ipc/own-frame.ts";
import { serveEngine } from "./ipc/serve.ts";
import { serveDesktop } from "./ipc/serve-desktop.ts";
import { hasScreen } from "./launch/has-screen.ts";
import { filesIn, importHash, onOpenedFiles } from "./launch/offered-files.ts";
import { APP_SCHEME, APP_SCHEME_PRIVILEGES, createAppResponder } from "./window/app-scheme.ts";
import { askWhereToSave } from "./window/downloads.ts";
import { guardContents, guardSession } from "./window/guards.ts";
import { MainWindow } from "./window/main-window.ts";
import { sandboxEverything } from "./window/sandbox.ts";
import { isFirstInstance } from "./window/single-instance.ts";

// The start-up order, and nothing else. Each step has to come before the next; see README.md.

const root = join(import.meta.dirname, "../..");
const files = filesIn(process.argv.slice(1), app.getAppPath());
let main: MainWindow | undefined;

sandboxEverything(app);
protocol.registerSchemesAsPrivileged([APP_SCHEME_PRIVILEGES]);
guardContents(app);
onOpenedFiles(app, offer);
if (isFirstInstance(app, files, offer)) void app.whenReady().then(start).catch(stopWithReason);
else app.quit();

/** To be imported: in the window, or with it once there is one. */
function offer(more: readonly string[]): void {
  if (main === undefined) files.push(...more);
  else main.open(importHash(more));
}

function start(): void {
  guardSession(session.defaultSession);
  protocol.handle(APP_SCHEME, createAppResponder(join(root, "dist/web")));

  const engine = openEngine(join(app.isPackaged ? process.resourcesPath : root, "retinas"));
  const handlers = engine.then((open) => open.handlers);
  handlers.catch(stopWithReason);
  const calls = serveEngine(ipcMain, isOwnFrame, handlers);
  endInOrder({
    app,
    dialog,
    async close() {
      // What kept it from opening was said then.
      const open = await engine.catch(() => undefined);
      await calls.settled();
      await open?.close();
    },
  });

  const window = new MainWindow({
    stateFile: join(app.getPath("userData"), "window.json"),
    preload: join(import.meta.dirname, "preload/preload.cjs"),
    isDevelopment: !app.isPackaged,
  });
  main = window;
  askWhereToSave(session.defaultSession, window.saveFolder);
  serveDesktop({
    ipcMain,
    dialog,
    isOwnFrame,
    window: () => window.current,
    onTheme: (theme) => window.setTheme(theme),
  });
  window.open(importHash(files));

  app.on("activate", () => window.open());
  app.on("window-all-closed", () => {
    if (process.platform !== "darwin") app.quit();
  });
}

/** A box that nobody can see or close must keep no process alive, and one that waits must not keep it from ending. */
async function stopWithReason(cause: unknown): Promise<void> {
  const reason = cause instanceof Error ? cause.message : String(cause);
  process.stderr.write(`Semascope could not start: ${reason}\n`);
  if (hasScreen(process))
    await dialog.showMessageBox({
      type: "error",
      message: "Semascope could not start",
      detail: reason,
    });
  app.exit(1);
}
