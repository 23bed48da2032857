// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { Button } from "../../../../renderer/components/controls/button.tsx";
import { BoxTrigger, FloatBox } from "../../../../renderer/components/controls/float-box.tsx";
import { ActionMenu, MenuTrigger } from "../../../../renderer/components/controls/menu.tsx";
import "../../../support/page-gaps.ts";

afterEach(cleanup);

function openMenu() {
  const run = vi.fn<(id: string) => void>();
  const entry = (id: string, rest = {}) => ({ id, label: id, run: () => run(id), ...rest });
  const pressed = vi.fn<(key: string) => void>();
  render(
    // biome-ignore lint/a11y/noStaticElementInteractions: keys that reach the page
    <div onKeyDown={({ key }) => pressed(key)}>
      <MenuTrigger>
        <Button>Fruit</Button>
        <ActionMenu
          label="Kinds"
          groups={[
            { entries: [entry("apple", { isChosen: true }), entry("pear", { isChosen: false })] },
            { entries: [entry("none", { disabledBecause: "There is no fruit left" })] },
          ]}
        />
      </MenuTrigger>
    </div>,
  );
  return { run, pressed, button: screen.getByRole("button", { name: "Fruit" }) };
}

it("opens a menu by mouse, does what is chosen, and gives the focus back", async () => {
  const person = userEvent.setup();
  const { run, button } = openMenu();
  await person.click(button);
  expect(button.getAttribute("aria-expanded")).toBe("true");
  const chosen = screen.getByRole("menuitemradio", { name: "apple" });
  expect(chosen.getAttribute("aria-checked")).toBe("true");
  expect(screen.getByRole("menuitem", { name: /^none/ }).getAttribute("aria-disabled")).toBe(
    "true",
  );
  await person.click(screen.getByRole("menuitemradio", { name: "pear" }));
  expect(run.mock.calls).toEqual([["pear"]]);
  expect(screen.queryByRole("menu")).toBeNull();
  await vi.waitFor(() => expect(document.activeElement).toBe(button));
});

it("opens a menu by arrow, and leaves other keys to the page", async () => {
  const person = userEvent.setup();
  const { run, pressed, button } = openMenu();
  await person.tab();
  await person.keyboard("k");
  expect(pressed).toHaveBeenLastCalledWith("k");
  await person.keyboard("{ArrowDown}");
  expect(document.activeElement).toBe(screen.getByRole("menuitemradio", { name: "apple" }));
  await person.keyboard("{Escape}");
  expect(screen.queryByRole("menu")).toBeNull();
  await vi.waitFor(() => expect(document.activeElement).toBe(button));
  expect(run).not.toHaveBeenCalled();
});

it("opens a box whose own buttons are nothing of its trigger's", async () => {
  const person = userEvent.setup();
  const save = vi.fn<() => void>();
  render(
    <BoxTrigger>
      <Button>Style</Button>
      <FloatBox label="How it looks" className="stack" placement="bottom">
        <Button onPress={save}>Save</Button>
      </FloatBox>
    </BoxTrigger>,
  );
  await person.click(screen.getByRole("button", { name: "Style" }));
  const box = screen.getByRole("dialog", { name: "How it looks" });
  expect(box.id).toBe(
    screen.getByRole("button", { name: "Style", hidden: true }).getAttribute("aria-controls"),
  );
  const inside = screen.getByRole("button", { name: "Save" });
  expect(inside.hasAttribute("aria-haspopup")).toBe(false);
  await person.click(inside);
  expect(save).toHaveBeenCalledTimes(1);
  await person.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
});
