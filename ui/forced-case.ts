/**
 * Changes the case of a field's text without moving the caret, which browsers put at the end when a script sets the value.
 * Characters that would become two (ß) stay unchanged, and nothing is rewritten while an input method is composing.
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
