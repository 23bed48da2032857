// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import { alternatives, bindingsOf } from "../../../renderer/app/key-bindings.ts";

describe("alternatives", () => {
  it("takes keys apart at commas, but not the key that is a comma", () => {
    expect(alternatives("$mod+Shift+z,$mod+y")).toEqual(["$mod+Shift+z", "$mod+y"]);
    expect(alternatives("+,Shift++")).toEqual(["+", "Shift++"]);
    expect(alternatives("$mod+,")).toEqual(["$mod+,"]);
    expect(alternatives("")).toEqual([]);
  });
});

/** What is run where all of these keys are pressed on an element of this page. */
function runOn(html: string, keys = ["m", "/", "$mod+z", "$mod+k", "F6"]): string[] {
  const ran: string[] = [];
  const bindings = bindingsOf(
    keys.map((each) => ({
      id: each,
      title: "",
      group: "",
      keys: each,
      run: () => void ran.push(each),
    })),
  );
  document.body.innerHTML = html;
  const target = document.querySelector("[id=here]") ?? document.body;
  // The body stays for the next file.
  target.addEventListener(
    "keydown",
    (event) => {
      for (const each of keys) bindings[each]!(event as KeyboardEvent);
    },
    { once: true },
  );
  target.dispatchEvent(new KeyboardEvent("keydown", { cancelable: false }));
  return ran;
}

describe("keys", () => {
  it("without Ctrl or Alt work on the map alone, but for / and ?", () => {
    expect(runOn('<section data-panel="map"><div id="here"></div></section>')).toEqual([
      "m",
      "/",
      "$mod+z",
      "$mod+k",
      "F6",
    ]);
    for (const elsewhere of ["", '<ul role="tree"><li id="here"></li></ul>', '<a id="here"></a>'])
      expect(runOn(elsewhere), elsewhere).toEqual(["/", "$mod+z", "$mod+k", "F6"]);
  });

  it("leave a text box its letters, and its own undo while there is something in it", () => {
    expect(runOn('<input id="here" value="word">')).toEqual(["$mod+k", "F6"]);
    expect(runOn('<input id="here" value="">')).toEqual(["$mod+z", "$mod+k", "F6"]);
  });

  it("that are letters choose from a drop-down list, and do nothing else", () => {
    expect(runOn('<select id="here"></select>')).toEqual(["$mod+z", "$mod+k", "F6"]);
  });

  it("do nothing in a dialog or a menu", () => {
    expect(runOn('<div role="dialog"><button id="here"></button></div>')).toEqual([]);
    expect(runOn('<div role="menu"><button id="here"></button></div>')).toEqual([]);
  });

  it("run nothing that cannot be done now", () => {
    const ran: string[] = [];
    const bindings = bindingsOf([
      {
        id: "a",
        title: "",
        group: "",
        keys: "F2",
        disabledBecause: "No",
        run: () => ran.push("a"),
      },
    ]);
    bindings.F2!(new KeyboardEvent("keydown"));
    expect(ran).toEqual([]);
  });
});
