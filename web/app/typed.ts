type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const touched = new Set<Element>();

/** A box ticked or an option chosen is done again in a moment; words are not. */
const note = ({ target }: Event): void => {
  if (
    target instanceof Element &&
    target.matches('input:not([type=checkbox], [type=radio]), textarea, select')
  )
    touched.add(target);
};

/** Begins to remember which fields of the page a person wrote in, not what. */
export function watchTyping(): void {
  document.addEventListener('input', note, { capture: true, passive: true });
}

/** True while a field somebody wrote in still stands on the page: leaving it now would lose her words. */
export function somethingTyped(): boolean {
  for (const control of touched) {
    if (!control.isConnected) touched.delete(control);
    else if (!control.closest('[data-not-kept]') && (control as Control).value !== '') return true;
  }
  return false;
}
