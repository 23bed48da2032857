import { create } from "zustand";

/** The page's one live region. Repeats of the same sentence are told apart by `turn`. */
export const useAnnouncer = create<{ readonly text: string; readonly turn: number }>(() => ({
  text: "",
  turn: 0,
}));

let pending: ReturnType<typeof setTimeout> | undefined;

/** Says a sentence to screen readers; of several within a moment only the last. */
export function announce(text: string): void {
  clearTimeout(pending);
  pending = setTimeout(() => useAnnouncer.setState(({ turn }) => ({ text, turn: turn + 1 })), 150);
}

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly action?: { readonly label: string; readonly run: () => void };
}

const SHOWN_MS = 6000;

let nextId = 1;

export const useToasts = create<{ readonly toasts: readonly Toast[] }>(() => ({ toasts: [] }));

/** Confirms something a person just did. Failures never come as a toast: they stay where they happened. */
export function toast(text: string, action?: Toast["action"]): number {
  const id = nextId++;
  announce(text);
  useToasts.setState(({ toasts }) => ({
    toasts: [...toasts, action ? { id, text, action } : { id, text }].slice(-2),
  }));
  dismissLater(id);
  return id;
}

/** The sentence stays, what could be done about it does not. */
export function withdrawAction(id: number): void {
  useToasts.setState(({ toasts }) => ({
    toasts: toasts.map((shown) => (shown.id === id ? { id, text: shown.text } : shown)),
  }));
}

let isHeld = false;

/** While a person points at them or has the keyboard in them, none goes by itself. */
export function holdToasts(held: boolean): void {
  isHeld = held;
}

function dismissLater(id: number): void {
  setTimeout(() => (isHeld ? dismissLater(id) : dismissToast(id)), SHOWN_MS);
}

export function dismissToast(id: number): void {
  const toasts = useToasts.getState().toasts.filter((shown) => shown.id !== id);
  if (toasts.length === 0) holdToasts(false);
  useToasts.setState({ toasts });
}
