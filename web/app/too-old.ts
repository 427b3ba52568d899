/**
 * Inlined as a script into every page, for browsers that can run none of the others: it may use nothing outside itself and only
 * what every browser knows.
 */
export function sayTooOld(): void {
  if ((window as { orbitaKnows?: unknown }).orbitaKnows) return;
  const root = document.getElementById('root');
  const said = document.getElementById('orbita-old') as HTMLTemplateElement | null;
  if (!root || !said) return;
  root.textContent = '';
  root.appendChild(said.content.cloneNode(true));
}
