// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from "vitest";
import { alternatives, bindingsOf, keyPresses } from "../../../renderer/app/key-bindings.ts";
import { pressOf } from "../../../renderer/app/shortcut-sheet.tsx";
import { onDemand } from "../../../renderer/components/on-demand.ts";
import { useNavigation } from "../../../renderer/state/navigation.ts";
import { useToasts } from "../../../renderer/state/toasts.ts";

describe("alternatives", () => {
  it("takes keys apart at commas, but not the key that is a comma", () => {
    expect(alternatives("$mod+Shift+z,$mod+y")).toEqual(["$mod+Shift+z", "$mod+y"]);
    expect(alternatives("+,Shift++")).toEqual(["+", "Shift++"]);
    expect(alternatives("$mod+,")).toEqual(["$mod+,"]);
    expect(alternatives("")).toEqual([]);
  });
});

const PLAIN = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

describe("keys", () => {
  it("are written so that they can be bound, a space too", () => {
    expect(pressOf({ ...PLAIN, key: " " })).toBe("Space");
    expect(pressOf({ ...PLAIN, key: "A", shiftKey: true })).toBe("Shift+a");
    expect(pressOf({ ...PLAIN, key: "w", ctrlKey: true })).toBeNull();
  });

  it("that are letters do nothing while the view that is open is being loaded", async () => {
    const ran: string[] = [];
    const bound = (keys: string) => ({
      id: keys,
      title: "",
      group: "",
      keys,
      run: () => ran.push(keys),
    });
    const bindings = bindingsOf(["m", "$mod+k"].map(bound), {});
    const press = () => {
      for (const keys of ["m", "$mod+k"]) bindings[keys]!(new KeyboardEvent("keydown"));
    };
    let arrive = () => {};
    const view = onDemand(
      useNavigation.getState().view,
      () =>
        new Promise<string>((done) => {
          arrive = () => done("here");
        }),
    );
    const loading = view.load();
    press();
    expect(ran).toEqual(["$mod+k"]);
    arrive();
    await loading;
    press();
    expect(ran).toEqual(["$mod+k", "m", "$mod+k"]);
  });

  it("that are letters choose from a drop-down list while it has the focus, and do nothing else", () => {
    const ran: string[] = [];
    const bindings = bindingsOf(
      ["m", "$mod+k"].map((keys) => ({
        id: keys,
        title: "",
        group: "",
        keys,
        run: () => ran.push(keys),
      })),
      {},
    );
    const list = document.createElement("select");
    list.addEventListener("keydown", (event) => {
      for (const keys of ["m", "$mod+k"]) bindings[keys]!(event);
    });
    list.dispatchEvent(new KeyboardEvent("keydown", { key: "m" }));
    expect(ran).toEqual(["$mod+k"]);
  });

  it("of one part of the page are not taken from the rest of it", () => {
    const action = { title: "", group: "", run: () => undefined };
    const bindings = bindingsOf(
      [
        { ...action, id: "everywhere", keys: "a" },
        { ...action, id: "in the list", keys: "Space", isLocal: true },
      ],
      { "in the list": "s" },
    );
    expect(Object.keys(bindings)).toEqual(["a"]);
  });
});

describe("the end of a sequence", () => {
  const press = (bindings: ReturnType<typeof bindingsOf>, keys: readonly string[]) => {
    const presses = keyPresses();
    presses.bind(bindings);
    for (const key of keys) presses.press(new KeyboardEvent("keydown", { key, cancelable: true }));
  };
  const runs: string[] = [];
  const action = (id: string, keys: string, disabledBecause?: string) => ({
    id,
    title: id,
    group: "",
    keys,
    ...(disabledBecause === undefined ? {} : { disabledBecause }),
    run: () => void runs.push(id),
  });
  beforeEach(() => runs.splice(0));

  it("is no key of its own, whichever was offered first", () => {
    press(bindingsOf([action("lasso", "l"), action("go", "g l")], {}), ["g", "l", "l"]);
    expect(runs).toEqual(["go", "lasso"]);
  });

  it("says why nothing happens, and still does nothing else", () => {
    const actions = [action("swap", "c"), action("compare", "w c", "nothing is shown")];
    press(bindingsOf(actions, {}), ["w", "c"]);
    expect(runs).toEqual([]);
    expect(useToasts.getState().toasts.at(-1)?.text).toBe("compare: nothing is shown");
  });
});

describe("a sequence of keys", () => {
  const pressed = (key: string) => new KeyboardEvent("keydown", { key });
  const withRuns = () => {
    const runs: string[] = [];
    const bindings = (label: string) => ({
      "g b": () => runs.push(`${label}: g b`),
      x: () => runs.push(`${label}: x`),
    });
    return { runs, bindings, presses: keyPresses() };
  };

  it("goes on where an answer changes what can be done between its keys", () => {
    const { runs, bindings, presses } = withRuns();
    presses.bind(bindings("before"));
    presses.press(pressed("g"));
    presses.bind(bindings("after"));
    presses.press(pressed("b"));
    expect(runs).toEqual(["after: g b"]);
  });

  it("runs once, and a key of its own is not repeated by a change", () => {
    const { runs, bindings, presses } = withRuns();
    presses.bind(bindings("before"));
    for (const key of ["x", "g", "b"]) presses.press(pressed(key));
    presses.bind(bindings("after"));
    presses.press(pressed("b"));
    expect(runs).toEqual(["before: x", "before: g b"]);
  });
});
