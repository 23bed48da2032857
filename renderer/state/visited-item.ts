import { create } from "zustand";

interface LookedAt {
  readonly id: string;
  readonly choose: (id: string) => void;
}

/** Which part of the file is looked at. */
export const useLookedAt = create<LookedAt>((set) => ({
  id: "",
  choose: (id) => set({ id }),
}));
