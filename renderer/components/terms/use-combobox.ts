import { type KeyboardEvent, useState } from "react";

const NONE = -1;

interface ComboboxOptions<T> {
  readonly items: readonly T[];
  /** An input method has the keys. */
  readonly isComposing: boolean;
  /** There is something beside the items to show: a message, another way. */
  readonly hasMore?: boolean;
  /** Tab takes the chosen item and goes on to the next control; otherwise it stays. */
  readonly tabGoesOn?: boolean;
  readonly accept: (item: T) => void;
}

/** The list under a box: whether it is open, what is chosen in it, and what the keys do with it. */
export function useCombobox<T>({
  items,
  isComposing,
  hasMore,
  tabGoesOn,
  accept,
}: ComboboxOptions<T>) {
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(NONE);
  const isShown = isOpen && (items.length > 0 || hasMore === true);
  const chosen = isShown ? items[active] : undefined;
  const move = (step: 1 | -1) => {
    setOpen(true);
    if (items.length > 0) setActive(stepped(active, step, items.length));
  };
  const pressOnList = (event: KeyboardEvent): boolean => {
    if (event.key === "ArrowDown" && event.altKey) setOpen(true);
    else if (isShown && event.key === "ArrowDown") move(1);
    else if (isShown && event.key === "ArrowUp") move(-1);
    else if (chosen !== undefined && event.key === "Enter" && !isMod(event)) accept(chosen);
    else if (chosen !== undefined && event.key === "Tab") {
      accept(chosen);
      return tabGoesOn !== true;
    } else if (isShown && event.key === "Escape") setOpen(false);
    else return false;
    return true;
  };
  return {
    isShown,
    active,
    chosen,
    setOpen,
    setActive,
    move,
    /** After something was typed. */
    restart() {
      setOpen(true);
      setActive(NONE);
    },
    close() {
      setOpen(false);
      setActive(NONE);
    },
    /** `pressOnBox` has the keys that the list leaves, and returns false for one that the page may have. */
    press(event: KeyboardEvent, pressOnBox: (event: KeyboardEvent) => boolean) {
      if (isComposing || event.nativeEvent.isComposing) return;
      if (!pressOnList(event) && !pressOnBox(event)) return;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}

export const isMod = ({ ctrlKey, metaKey }: KeyboardEvent): boolean => ctrlKey || metaKey;

/** From no choice, up goes to the last. */
const stepped = (before: number, step: 1 | -1, count: number): number =>
  before < 0 && step < 0 ? count - 1 : (before + step + count) % count;
