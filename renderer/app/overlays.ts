import { create } from "zustand";

/** What floats over the workbench; one at a time. */
type Overlay = "none" | "palette" | "shortcuts" | "about" | "settings" | "save-workspace";

export const useOverlay = create<{ readonly overlay: Overlay }>(() => ({ overlay: "none" }));

export const showOverlay = (overlay: Overlay): void => useOverlay.setState({ overlay });
export const closeOverlay = (): void => showOverlay("none");
