/**
 * Browsers translate a page by replacing text nodes with their own: Google and Microsoft with a `<font>`, Safari and Firefox
 * with other text. React keeps working with the removed node: text it writes there is never seen, and removing it or inserting
 * before it throws, which loses the page. So what replaced each removed node is recorded here.
 */
const standIns = new WeakMap<Node, Node>();
/** A translation may be translated again; chains longer than this are not followed. */
const MOST_STEPS = 9;

function note(records: MutationRecord[]): void {
  const added = new Set(records.flatMap((record) => [...record.addedNodes]));
  for (const { removedNodes, addedNodes, previousSibling, nextSibling } of records)
    for (const gone of removedNodes) {
      const near = [addedNodes[0], previousSibling, nextSibling].find((node) => node && added.has(node));
      if (near && near !== gone) standIns.set(gone, near);
    }
}

/**
 * Keeps changing text visible on a translated page and stops React from throwing there. Call once, before anything is rendered.
 */
export function keepForeignText(): void {
  const page = Node.prototype;
  const { insertBefore, removeChild } = page;
  const observer = new MutationObserver(note);
  observer.observe(document, { childList: true, subtree: true });

  /** The node itself, or the one that replaced it on the page. */
  const standing = (node: Node): Node | undefined => {
    let at: Node | undefined = node;
    for (let steps = 0; at && !at.parentNode; steps++) {
      note(observer.takeRecords());
      at = steps < MOST_STEPS ? standIns.get(at) : undefined;
    }
    return at;
  };
  /** Likewise, but the ancestor of it (such as a translation's wrapper) that is a child of `parent`. */
  const childOf = (parent: Node, node: Node): Node | null => {
    let at: Node | null | undefined = standing(node);
    while (at && at.parentNode !== parent) at = at.parentNode;
    return at ?? null;
  };

  page.removeChild = function <T extends Node>(this: Node, child: T): T {
    const at = childOf(this, child);
    if (at) removeChild.call(this, at);
    return child;
  };
  page.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    insertBefore.call(this, node, before && childOf(this, before));
    return node;
  };
  const value = Object.getOwnPropertyDescriptor(page, 'nodeValue') as PropertyDescriptor;
  Object.defineProperty(page, 'nodeValue', {
    ...value,
    set(this: Node, text: string | null) {
      const at = standing(this) as ChildNode | undefined;
      if (at && at !== this) at.replaceWith(this);
      value.set?.call(this, text);
    },
  });
}
