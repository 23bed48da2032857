import type { BrowserWindow, Dialog, IpcMain } from "electron";
import { describe, expect, it, vi } from "vitest";
import * as electron from "../fake-electron.ts";

vi.mock("electron", () => import("../fake-electron.ts"));
const { serveDesktop } = await import("../../../electron/ipc/serve-desktop.ts");
const { isOwnFrame } = await import("../../../electron/ipc/own-frame.ts");

function served() {
  const ipc = new electron.FakeIpcMain();
  const dialog = new electron.FakeDialog();
  const window = new electron.BrowserWindow({
    x: 0,
    y: 0,
    width: 1,
    height: 1,
    webPreferences: {},
  });
  window.webContents.mainFrame.url = "app://semascope/index.html";
  const themes: string[] = [];
  serveDesktop({
    ipcMain: ipc as unknown as IpcMain,
    dialog: dialog as unknown as Dialog,
    isOwnFrame,
    window: () => window as unknown as BrowserWindow,
    onTheme: (theme) => themes.push(theme),
  });
  const ours = { sender: window.webContents, senderFrame: window.webContents.mainFrame };
  return { ipc, dialog, ours, themes };
}

const folder = { what: "folder", title: "Choose the texts", several: false, endings: [] };

describe("printing", () => {
  it("answers with the page as PDF in its own paper size, for our own page alone", async () => {
    const { ipc, ours } = served();
    const asked: unknown[] = [];
    const printToPDF = async (options: unknown) => {
      asked.push(options);
      return Buffer.from("%PDF");
    };
    const sender = Object.assign(ours.sender, { printToPDF });
    expect(await ipc.invoke({ ...ours, sender }, "desktop:print-to-pdf")).toEqual(
      new TextEncoder().encode("%PDF"),
    );
    expect(asked).toEqual([{ preferCSSPageSize: true, printBackground: true }]);
    const foreign = { ...ours, senderFrame: { url: "app://semascope/index.html" } };
    await expect(ipc.invoke(foreign, "desktop:print-to-pdf")).rejects.toThrow("frame");
  });
});

describe("choosing paths", () => {
  it("opens a native dialog and answers with what was picked", async () => {
    const { ipc, dialog, ours } = served();
    dialog.paths = ["/home/ada/texts"];
    expect(await ipc.invoke(ours, "desktop:choose-paths", folder)).toEqual(["/home/ada/texts"]);
    expect(dialog.asked[0]).toMatchObject({
      title: "Choose the texts",
      properties: ["openDirectory"],
      filters: [],
    });
  });

  it("offers files by their ending", async () => {
    const { ipc, dialog, ours } = served();
    const request = { what: "file", title: "Install", several: true, endings: ["retina"] };
    expect(await ipc.invoke(ours, "desktop:choose-paths", request)).toEqual([]);
    expect(dialog.asked[0]).toMatchObject({
      properties: ["openFile", "multiSelections"],
      filters: [{ name: "Install", extensions: ["retina"] }],
    });
  });

  it("refuses foreign frames and malformed requests without opening anything", async () => {
    const { ipc, dialog, ours } = served();
    const foreign = { ...ours, senderFrame: { url: "app://semascope/index.html" } };
    await expect(ipc.invoke(foreign, "desktop:choose-paths", folder)).rejects.toThrow("frame");
    for (const request of [null, 1, {}, { ...folder, what: "socket" }, { ...folder, endings: [1] }])
      await expect(ipc.invoke(ours, "desktop:choose-paths", request)).rejects.toThrow("path");
    expect(dialog.asked).toEqual([]);
  });
});

describe("setting the theme", () => {
  it("takes the three themes, from our frame only", () => {
    const { ipc, ours, themes } = served();
    for (const theme of ["light", "dark", "system", "pink", null, 3])
      ipc.send(ours, "desktop:theme", theme);
    ipc.send({ ...ours, senderFrame: null }, "desktop:theme", "dark");
    expect(themes).toEqual(["light", "dark", "system"]);
  });
});
