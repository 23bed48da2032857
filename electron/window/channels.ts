/** Every channel between page and host. The sandboxed preload script can import types only, so it is checked against this. */
export interface Channels {
  readonly engine: "engine";
  readonly cancel: "engine:cancel";
  readonly action: "desktop:action";
  readonly choosePaths: "desktop:choose-paths";
  readonly printToPdf: "desktop:print-to-pdf";
  readonly theme: "desktop:theme";
}

export const channels: Channels = {
  engine: "engine",
  cancel: "engine:cancel",
  action: "desktop:action",
  choosePaths: "desktop:choose-paths",
  printToPdf: "desktop:print-to-pdf",
  theme: "desktop:theme",
};
