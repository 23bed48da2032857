import type { App, Session } from "electron";
import { beforeEach, describe, expect, it, vi } from "vitest";
import * as electron from "../fake-electron.ts";

vi.mock("electron", () => import("../fake-electron.ts"));
const { guardContents, guardSession, isOurPage } = await import(
  "../../../electron/window/guards.ts"
);

const OURS = "app://semascope/index.html#/build";
const HOSTILE = [
  "app://semascope.evil/index.html",
  "app://evil/index.html",
  "app://semascope:81/index.html",
  "file:///etc/passwd",
  "javascript:alert(1)",
  "data:text/html,<script>1</script>",
  "blob:app://semascope/1",
  "https://example.com/app://semascope/",
  "not an address",
  "",
];

function guardedPage() {
  const app = new electron.FakeApp();
  guardContents(app as unknown as App);
  const contents = new electron.FakeWebContents();
  app.emit("web-contents-created", {}, contents);
  return contents;
}

beforeEach(() => electron.opened.splice(0));

describe("a guarded page", () => {
  it("moves within the application only", () => {
    const page = guardedPage();
    expect(page.navigate(OURS)).toBe(true);
    for (const address of HOSTILE) expect(page.navigate(address), address).toBe(false);
  });

  it("opens no window; web addresses go to the person's browser, other schemes nowhere", () => {
    const page = guardedPage();
    for (const url of ["https://example.com/", "http://example.com/", ...HOSTILE])
      expect(page.openHandler({ url })).toEqual({ action: "deny" });
    expect(electron.opened).toEqual([
      "https://example.com/",
      "http://example.com/",
      "https://example.com/app://semascope/",
    ]);
  });

  it("follows no redirect and attaches no webview", () => {
    const page = guardedPage();
    expect(page.attempt("will-redirect")).toBe(false);
    expect(page.attempt("will-attach-webview")).toBe(false);
  });
});

describe("a guarded session", () => {
  const session = new electron.FakeSession();
  guardSession(session as unknown as Session);

  it("grants writing to the clipboard and nothing else", () => {
    const asked = [
      "clipboard-sanitized-write",
      "clipboard-read",
      "media",
      "geolocation",
      "openExternal",
    ];
    const granted = asked.filter((permission) => {
      let answer = false;
      session.requestPermission(new electron.FakeWebContents(), permission, (yes) => {
        answer = yes;
      });
      expect(session.checkPermission(null, permission)).toBe(answer);
      return answer;
    });
    expect(granted).toEqual(["clipboard-sanitized-write"]);
    expect(session.grantDevice()).toBe(false);
  });

  it("reaches no network, and never asks one for a dictionary", () => {
    for (const url of [OURS, "blob:app://semascope/1", "data:image/png;base64,AA=="])
      expect(session.passes(url), url).toBe(true);
    for (const url of [
      "https://example.com",
      "http://127.0.0.1:80/",
      "ws://x/",
      "file:///etc/hosts",
    ])
      expect(session.passes(url), url).toBe(false);
    expect(session.spellChecker).toBe(false);
  });
});

describe("isOurPage", () => {
  it("compares scheme and host, whatever the path says", () => {
    expect(isOurPage(OURS)).toBe(true);
    for (const address of HOSTILE) expect(isOurPage(address), address).toBe(false);
  });
});
