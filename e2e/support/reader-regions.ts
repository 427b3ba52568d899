/**
 * `focus`: something got the focus; otherwise a live region announced something. `isNew`: the region appeared together with its
 * text.
 */
export type Announcer = { kind: 'focus' | 'status' | 'alert'; text: string; isNew: boolean };
declare global {
  interface Window {
    announced?: Announcer[];
    spokenAt?: number;
  }
}

/**
 * Runs in the page: records each change of focus, and what each live region announces when its text changes. A region with role
 * `log` announces additions, others their whole content; regions behind an open dialog and busy ones announce nothing.
 */
export function hearRegions(): void {
  const announced: Announcer[] = [];
  const known = new WeakMap<Element, string>();
  const REGIONS = '[role=status], [role=alert], [role=log], [aria-live=polite], [aria-live=assertive]';
  const say = (one: Announcer) => {
    announced.push(one);
    window.spokenAt = performance.now();
  };
  window.announced = announced;
  window.spokenAt = performance.now();

  const textOf = (node: Node): string => {
    if (node.nodeType === Node.TEXT_NODE) return node.textContent ?? '';
    if (!(node instanceof Element) || node.getAttribute('aria-hidden') === 'true') return '';
    if (node instanceof HTMLElement && getComputedStyle(node).display === 'none') return '';
    const inside = [...node.childNodes].map(textOf).join('');
    return getComputedStyle(node).display.startsWith('inline') ? inside : ` ${inside} `;
  };
  const wordsOf = (node: Node) => textOf(node).replace(/\s+/g, ' ').trim();

  const look = () => {
    const open = document.querySelector('dialog:modal');
    for (const region of document.querySelectorAll(REGIONS)) {
      if (region.parentElement?.closest(REGIONS)) continue;
      const [text, before] = [wordsOf(region), known.get(region)];
      known.set(region, text);
      const isAlert = region.matches('[role=alert], [aria-live=assertive]');
      if (text === before || !text || region.closest('[aria-busy=true]') || (open && !open.contains(region)))
        continue;
      const isLog = region.getAttribute('role') === 'log';
      if (isLog) {
        for (const line of region.children) {
          if (known.has(line)) continue;
          known.set(line, '');
          say({ kind: 'status', text: wordsOf(line), isNew: before === undefined });
        }
      } else say({ kind: isAlert ? 'alert' : 'status', text, isNew: before === undefined && !isAlert });
    }
  };
  const watch = () => {
    new MutationObserver(look).observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
      attributeFilter: ['role', 'aria-live', 'aria-busy', 'aria-hidden', 'hidden', 'open', 'class'],
    });
    look();
  };
  watch();
  document.addEventListener('focusin', () => say({ kind: 'focus', text: '', isNew: false }));
}
