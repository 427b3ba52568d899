import type { Locator, Page } from '@playwright/test';

/** Hostile browsers: changes made to a page that no ordinary browser makes. */

/** Removes methods newer than the oldest supported browsers (`ui/build/oldest.ts`). */
export const takeNewMethods = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const lacking: [object, string[]][] = [
      [Array.prototype, ['at', 'findLast', 'findLastIndex', 'toReversed', 'toSorted', 'toSpliced', 'with']],
      [Object.getPrototypeOf(Uint8Array).prototype, ['at']],
      [String.prototype, ['at', 'isWellFormed', 'toWellFormed']],
      [Object, ['hasOwn', 'groupBy']],
      [AbortSignal, ['timeout', 'any']],
      [Promise, ['withResolvers', 'try']],
      [Crypto.prototype, ['randomUUID']],
      [Response, ['json']],
      [URL, ['canParse', 'parse']],
      [HTMLDialogElement.prototype, ['showModal', 'show', 'close']],
      [HTMLFormElement.prototype, ['requestSubmit']],
      [Document.prototype, ['startViewTransition']],
      [window, ['structuredClone', 'requestIdleCallback', 'BroadcastChannel']],
    ];
    for (const [owner, names] of lacking) for (const name of names) Reflect.deleteProperty(owner, name);
  });

/** Disables what a browser without cookies, an embedded one or a company's refuses besides storage, or lacks entirely. */
export const refuseParts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const refused = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
    const refuse = (owner: object, name: string) =>
      Object.defineProperty(owner, name, { configurable: true, get: refused });
    Object.assign(window, { BroadcastChannel: refused });
    // The tests' pages are not on https, so the browser itself provides neither.
    const own = {
      locks: { request: async () => refused() },
      clipboard: { writeText: async () => refused() },
    };
    for (const [name, value] of Object.entries(own))
      Object.defineProperty(Navigator.prototype, name, { configurable: true, value });
    Object.assign(Document.prototype, { execCommand: () => false });
    refuse(window, 'indexedDB');
    refuse(window, 'caches');
    for (const name of ['Notification', 'visualViewport', 'SharedWorker', 'requestIdleCallback'])
      Reflect.deleteProperty(window, name);
    for (const name of ['serviceWorker', 'share', 'connection', 'sendBeacon', 'permissions'])
      Reflect.deleteProperty(Navigator.prototype, name);
    for (const name of ['randomUUID', 'subtle']) Reflect.deleteProperty(Crypto.prototype, name);
  });

/**
 * Changes the page as a translation does: each text node, including later ones and changes, is replaced by another node with
 * its words. `font`: with the elements Google uses; `text`: with another text node, as Safari and Firefox do. Parts marked as
 * not translatable are replaced too, as by tools that ignore the mark.
 */
export const translate = (page: Page, by: 'font' | 'text'): Promise<unknown> =>
  page.addInitScript((kind) => {
    const own = new WeakSet<Node>();
    const replace = (text: Text): void => {
      if (own.has(text) || !text.data.trim() || text.parentElement?.closest('script, style, noscript, title'))
        return;
      const copy = document.createTextNode(text.data);
      own.add(copy);
      if (kind === 'text') {
        text.replaceWith(copy);
        return;
      }
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      outer.append(inner);
      inner.append(copy);
      text.parentNode?.insertBefore(outer, text);
      text.remove();
    };
    const replaceIn = (node: Node): void => {
      if (node instanceof Text) replace(node);
      const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
      const found: Text[] = [];
      while (walker.nextNode()) found.push(walker.currentNode as Text);
      for (const text of found) replace(text);
    };
    new MutationObserver((records) => {
      for (const { type, target, addedNodes } of records)
        if (type === 'childList') for (const node of addedNodes) replaceIn(node);
        else {
          own.delete(target);
          replaceIn(target);
        }
    }).observe(document, { childList: true, characterData: true, subtree: true });
  }, by);

/** Fills a field as some password managers do: without any event. */
export const fillSilently = async (field: Locator, text: string): Promise<void> =>
  field.evaluate((control: HTMLInputElement, value) => {
    // In some cases the value is set through the field itself, so that React assumes it already knows the value.
    if (control.value.length % 2 === 0 && value.length % 2 === 0) control.value = value;
    else Reflect.set(Object.getPrototypeOf(control), 'value', value, control);
  }, text);

/** How a field is filled. */
export type Fill = (field: Locator, text: string) => Promise<void>;
