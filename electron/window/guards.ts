import type { App, Session, WebContents } from "electron";
import { parseAddress } from "./address.ts";
import { APP_ORIGIN } from "./app-scheme.ts";
import { openExternal } from "./external-link.ts";

/** Copying a picture or a table on a click; everything else a page could ask for is refused. */
const ALLOWED_PERMISSIONS: readonly string[] = ["clipboard-sanitized-write"];
const LOCAL_SCHEMES: readonly (string | undefined)[] = ["app:", "blob:", "data:", "devtools:"];

/** Puts every page this application will ever hold under the rules below. Call before the first window. */
export function guardContents(app: App): void {
  app.on("web-contents-created", (_event, contents) => guardPage(contents));
}

function guardPage(contents: WebContents): void {
  contents.on("will-frame-navigate", (event) => {
    if (isOurPage(event.url)) return;
    event.preventDefault();
    openExternal(event.url);
  });
  contents.on("will-redirect", (event) => event.preventDefault());
  contents.on("will-attach-webview", (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    openExternal(url);
    return { action: "deny" };
  });
}

/** Denies permissions and devices, and cuts the page off from every network. */
export function guardSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, answer) =>
    answer(ALLOWED_PERMISSIONS.includes(permission)),
  );
  session.setPermissionCheckHandler((_contents, permission) =>
    ALLOWED_PERMISSIONS.includes(permission),
  );
  session.setDevicePermissionHandler(() => false);
  session.setSpellCheckerEnabled(false);
  session.webRequest.onBeforeRequest((details, answer) =>
    answer({ cancel: !isLocal(details.url) }),
  );
}

const isLocal = (address: string) => LOCAL_SCHEMES.includes(parseAddress(address)?.protocol);

/** `URL.origin` is "null" for custom schemes in Node, so host and scheme are compared by hand. */
export function isOurPage(address: string): boolean {
  const url = parseAddress(address);
  return url !== undefined && `${url.protocol}//${url.host}` === APP_ORIGIN;
}
