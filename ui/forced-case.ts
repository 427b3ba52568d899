/**
 * Rewrites what stands in a field without moving the caret, which browsers put to the end when a script sets a value. Signs that
 * would become two (ß) stay as they are, and nothing is rewritten while a word is still being composed.
 */
export function forceCase(
  input: HTMLInputElement,
  to: 'lower' | 'upper',
  event?: { nativeEvent: Event },
): void {
  if (event && 'isComposing' in event.nativeEvent && event.nativeEvent.isComposing) return;
  const { value, selectionStart, selectionEnd } = input;
  const forced = value.replace(/[\s\S]/g, (sign) => {
    const other = to === 'lower' ? sign.toLowerCase() : sign.toUpperCase();
    return other.length === sign.length ? other : sign;
  });
  if (forced === value) return;
  input.value = forced;
  if (input === document.activeElement) input.setSelectionRange(selectionStart, selectionEnd);
}
