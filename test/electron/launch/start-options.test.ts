import { describe, expect, it } from "vitest";
import { openCommand } from "../../../electron/launch/open-in-browser.ts";
import { parseStartOptions } from "../../../electron/launch/start-options.ts";

describe("the options of npm start", () => {
  it("default to a window, any port, and opening the browser where there is no window", () => {
    expect(parseStartOptions([])).toEqual({
      browser: false,
      port: undefined,
      open: true,
      help: false,
      files: [],
    });
  });

  it("can force the browser, name the port and keep it closed", () => {
    expect(parseStartOptions(["--browser", "--port", "4117", "--no-open"])).toEqual({
      browser: true,
      port: 4117,
      open: false,
      help: false,
      files: [],
    });
    expect(parseStartOptions(["-h"]).help).toBe(true);
    expect(parseStartOptions(["--port=0"]).port).toBe(0);
  });

  it("refuses ports that are none and options that it does not know", () => {
    for (const port of ["x", "-1", "65536", "80.5", "0x50", ""])
      expect(() => parseStartOptions([`--port=${port}`]), port).toThrow("--port");
    expect(() => parseStartOptions(["--nonsense"])).toThrow("--nonsense");
  });
});

describe("openCommand", () => {
  it("hands the address to the system as one argument, never to a shell", () => {
    const hostile = "http://127.0.0.1:1/?token=a&b;rm -rf ~";
    for (const platform of ["darwin", "win32", "linux"] as const) {
      const [command, ...args] = openCommand(hostile, platform);
      expect(["open", "rundll32", "xdg-open"]).toContain(command);
      expect(args.at(-1)).toBe(hostile);
    }
  });
});
