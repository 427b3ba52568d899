type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const touched = new Set<Element>();

/** Check boxes and radio buttons do not count: they are quickly restored. */
const note = ({ target }: Event): void => {
  if (
    target instanceof Element &&
    target.matches('input:not([type=checkbox], [type=radio]), textarea, select')
  )
    touched.add(target);
};

/** Starts recording in which fields a person typed, but not what. */
export function watchTyping(): void {
  document.addEventListener('input', note, { capture: true, passive: true });
}

/** True while a field with typed text is on the page: leaving now would lose the text. */
export function somethingTyped(): boolean {
  for (const control of touched) {
    if (!control.isConnected) touched.delete(control);
    else if (!control.closest('[data-not-kept]') && (control as Control).value !== '') return true;
  }
  return false;
}
