/** Whether the caret is in a box with this text: what a person is about to write is not written over. */
export function isBeingTyped(text: string): boolean {
  const box = document.activeElement;
  const isBox = box instanceof HTMLTextAreaElement || box instanceof HTMLInputElement;
  return isBox && text.trim() !== "" && box.value === text;
}
