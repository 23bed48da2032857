import { join } from "node:path";
import { app, dialog, ipcMain, protocol, session } from "electron";
import { openEngine } from "./engine-host.ts";
import { isOwnFrame } from "./ipc/own-frame.ts";
import { serveEngine } from "./ipc/serve.ts";
import { serveDesktop } from "./ipc/serve-desktop.ts";
import { APP_SCHEME, APP_SCHEME_PRIVILEGES, createAppResponder } from "./window/app-scheme.ts";
import { askWhereToSave } from "./window/downloads.ts";
import { guardContents, guardSession } from "./window/guards.ts";
import { MainWindow } from "./window/main-window.ts";
import { sandboxEverything } from "./window/sandbox.ts";
import { isFirstInstance } from "./window/single-instance.ts";

// The start-up order, and nothing else. Each step has to come before the next; see README.md.

const root = join(import.meta.dirname, "../..");
let main: MainWindow | undefined;

sandboxEverything(app);
protocol.registerSchemesAsPrivileged([APP_SCHEME_PRIVILEGES]);
guardContents(app);
if (isFirstInstance(app, () => main?.current)) void app.whenReady().then(start);
else app.quit();

function start(): void {
  guardSession(session.defaultSession);
  protocol.handle(APP_SCHEME, createAppResponder(join(root, "dist/web")));

  const engine = openEngine(join(app.isPackaged ? process.resourcesPath : root, "retinas"));
  const handlers = engine.then((open) => open.handlers);
  handlers.catch(stopWithReason);
  serveEngine(ipcMain, isOwnFrame, handlers);

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
  window.open();

  app.on("activate", () => window.open());
  app.on("window-all-closed", () => {
    if (process.platform !== "darwin") app.quit();
  });
  app.on("will-quit", () => void engine.then((open) => open.close()).catch(() => {}));
}

function stopWithReason(cause: unknown): void {
  dialog.showErrorBox("Semascope could not start", cause instanceof Error ? cause.message : "");
  app.exit(1);
}
