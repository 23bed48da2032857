import type { MenuItemConstructorOptions } from "electron";
import type { DesktopAction, ThemeChoice } from "../../core/api/desktop.ts";
import { VIEWS, type ViewInfo } from "../../core/api/views.ts";

export interface MenuParts {
  readonly platform: NodeJS.Platform;
  /** Shows the developer's items. */
  readonly isDevelopment: boolean;
  readonly theme: ThemeChoice;
  readonly send: (action: DesktopAction) => void;
}

type Item = MenuItemConstructorOptions;

/**
 * The native menu. The page handles the keys itself, so that they work alike in a browser and can be remapped;
 * the menu shows them without registering them, or an action would run twice.
 */
export function menuTemplate(parts: MenuParts): Item[] {
  const mac: Item[] = parts.platform === "darwin" ? [{ role: "appMenu" }] : [];
  return [
    ...mac,
    fileMenu(parts),
    editMenu(parts),
    viewMenu(parts),
    goMenu(parts),
    helpMenu(parts),
  ];
}

const RULE: Item = { type: "separator" };

function action({ send }: MenuParts, label: string, id: DesktopAction, key?: string): Item {
  const shown = key === undefined ? {} : { accelerator: key, registerAccelerator: false };
  return { id, label, click: () => send(id), ...shown };
}

const fileMenu = (parts: MenuParts): Item => ({
  label: "&File",
  submenu: [
    action(parts, "&Open workspace…", "workspace.open"),
    action(parts, "&Save workspace as…", "workspace.save-as"),
    RULE,
    action(parts, "Save &picture…", "export.image"),
    action(parts, "Export &table…", "export.table"),
    RULE,
    action(parts, "Se&ttings…", "settings.open", "CmdOrCtrl+,"),
    RULE,
    { role: parts.platform === "darwin" ? "close" : "quit" },
  ],
});

const editMenu = (parts: MenuParts): Item => ({
  label: "&Edit",
  submenu: [
    action(parts, "&Undo", "edit.undo", "CmdOrCtrl+Z"),
    action(parts, "&Redo", "edit.redo", "CmdOrCtrl+Shift+Z"),
    RULE,
    { role: "cut" },
    { role: "copy" },
    { role: "paste" },
    { role: "selectAll" },
  ],
});

const viewMenu = (parts: MenuParts): Item => ({
  label: "&View",
  submenu: [
    action(parts, "Command &palette", "palette.open", "CmdOrCtrl+K"),
    RULE,
    {
      label: "&Theme",
      submenu: THEME_ITEMS.map(([label, theme]) => themeItem(parts, label, theme)),
    },
    RULE,
    { role: "zoomIn" },
    { role: "zoomOut" },
    { role: "resetZoom" },
    { role: "togglefullscreen" },
    ...(parts.isDevelopment ? DEVELOPER_ITEMS : []),
  ],
});

const DEVELOPER_ITEMS: Item[] = [RULE, { role: "reload" }, { role: "toggleDevTools" }];
const THEME_ITEMS: readonly (readonly [string, ThemeChoice])[] = [
  ["&Light", "light"],
  ["&Dark", "dark"],
  ["As the &system", "system"],
];

const themeItem = (parts: MenuParts, label: string, theme: ThemeChoice): Item => ({
  ...action(parts, label, `theme.${theme}`),
  type: "radio",
  checked: parts.theme === theme,
});

const goMenu = (parts: MenuParts): Item => ({
  label: "&Go",
  submenu: [
    ...VIEWS.map((view) => action(parts, labelOf(view), `go.${view.id}`)),
    RULE,
    action(parts, "B&ack", "go.back", "Alt+Left"),
    action(parts, "For&ward", "go.forward", "Alt+Right"),
  ],
});

/** The title with its letter underlined: "&" goes before that letter. */
const labelOf = ({ title, key }: ViewInfo): string =>
  title.replace(new RegExp(key, "i"), (letter) => `&${letter}`);

const helpMenu = (parts: MenuParts): Item => ({
  role: "help",
  label: "&Help",
  submenu: [
    action(parts, "Keyboard &shortcuts", "help.shortcuts"),
    action(parts, "&About Semascope", "help.about"),
  ],
});
