const TEXT_BOX =
  'input:not([type]), input[type="text"], input[type="search"], input:not([disabled])[role="combobox"], textarea';

const isReady = (box: HTMLInputElement | HTMLTextAreaElement): boolean =>
  !box.disabled && !box.readOnly && box.getClientRects().length > 0;

/**
 * Where a person types in a part of the page: the box that carries `data-type-here`, or the first within what carries it, or the
 * first there is. Null where there is nothing to type.
 */
export function typingBoxOf(part: Element): HTMLInputElement | HTMLTextAreaElement | null {
  const boxes = [...part.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(TEXT_BOX)].filter(
    isReady,
  );
  return boxes.find((box) => box.closest("[data-type-here]")) ?? boxes[0] ?? null;
}

/** Puts the focus where one types; what stands in a line is selected, so that typing takes its place. */
export function typeInto(box: HTMLInputElement | HTMLTextAreaElement): void {
  box.focus();
  if (box instanceof HTMLInputElement) box.select();
  else box.setSelectionRange(box.value.length, box.value.length);
}

/** Whether the caret is in a box with this text: what a person is about to write is not written over. */
export function isBeingTyped(text: string): boolean {
  const box = document.activeElement;
  const isBox = box instanceof HTMLTextAreaElement || box instanceof HTMLInputElement;
  return isBox && text.trim() !== "" && box.value === text;
}
