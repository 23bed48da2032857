import { create } from "zustand";
import { announce } from "./announcer.ts";

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly action?: { readonly label: string; readonly run: () => void };
}

const SHOWN_MS = 6000;
let nextId = 1;

export const useToasts = create<{ readonly toasts: readonly Toast[] }>(() => ({ toasts: [] }));

/** Confirms something a person just did. Failures never come as a toast: they stay where they happened. */
export function toast(text: string, action?: Toast["action"]): void {
  const id = nextId++;
  announce(text);
  useToasts.setState(({ toasts }) => ({
    toasts: [...toasts, action ? { id, text, action } : { id, text }].slice(-2),
  }));
  setTimeout(() => dismissToast(id), SHOWN_MS);
}

export const dismissToast = (id: number): void =>
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((shown) => shown.id !== id) }));
