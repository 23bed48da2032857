import { create } from "zustand";

/** Where a view can put something under the map; null where the map has no column with room under it. */
export const useRoomUnderMap = create<{ readonly element: HTMLElement | null }>(() => ({
  element: null,
}));

export const keepRoomUnderMap = (element: HTMLElement | null): void =>
  useRoomUnderMap.setState({ element });
