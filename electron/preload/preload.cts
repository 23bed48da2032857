import type { DesktopAction, DesktopBridge, EngineBridge } from "../../core/api/desktop.ts" with {
  "resolution-mode": "import",
};
import type { Channels } from "../window/channels.ts" with { "resolution-mode": "import" };

const { contextBridge, ipcRenderer } = require("electron") as typeof import("electron");

// A sandboxed script cannot load other files, so the names stand here again; the type keeps them equal.
const channels: Channels = {
  engine: "engine",
  cancel: "engine:cancel",
  action: "desktop:action",
  choosePaths: "desktop:choose-paths",
  printToPdf: "desktop:print-to-pdf",
  theme: "desktop:theme",
};

const engine: EngineBridge = {
  call: (name, args, callId) => ipcRenderer.invoke(channels.engine, name, args, callId),
  cancel: (callId) => ipcRenderer.send(channels.cancel, callId),
};

const desktop: DesktopBridge = {
  onAction(listener) {
    const forward = (_event: unknown, action: DesktopAction) => listener(action);
    ipcRenderer.on(channels.action, forward);
    return () => void ipcRenderer.removeListener(channels.action, forward);
  },
  choosePaths: (request) => ipcRenderer.invoke(channels.choosePaths, request),
  printToPdf: () => ipcRenderer.invoke(channels.printToPdf),
  setTheme: (theme) => ipcRenderer.send(channels.theme, theme),
};

contextBridge.exposeInMainWorld("engine", engine);
contextBridge.exposeInMainWorld("desktop", desktop);
