/**
 * Browsers translate a page by putting nodes of their own where text stood: Google and Microsoft a `<font>`, Safari and Firefox
 * other text. React goes on with the text that is gone: what it writes into it is never seen, and taking it away or putting
 * something before it throws, and the page is lost. So what came where something went is remembered here.
 */
const standIns = new WeakMap<Node, Node>();
/** A translation may be translated again; more often than this it stands still. */
const MOST_STEPS = 9;

function note(records: MutationRecord[]): void {
  const added = new Set(records.flatMap((record) => [...record.addedNodes]));
  for (const { removedNodes, addedNodes, previousSibling, nextSibling } of records)
    for (const gone of removedNodes) {
      const near = [addedNodes[0], previousSibling, nextSibling].find((node) => node && added.has(node));
      if (near && near !== gone) standIns.set(gone, near);
    }
}

/** Lets text that changes be seen on a translated page, and nothing throw there. Called once, before anything is drawn. */
export function keepForeignText(): void {
  const page = Node.prototype;
  const { insertBefore, removeChild } = page;
  const observer = new MutationObserver(note);
  observer.observe(document, { childList: true, subtree: true });

  /** The node, or what stands on the page for it. */
  const standing = (node: Node): Node | undefined => {
    let at: Node | undefined = node;
    for (let steps = 0; at && !at.parentNode; steps++) {
      note(observer.takeRecords());
      at = steps < MOST_STEPS ? standIns.get(at) : undefined;
    }
    return at;
  };
  /** The same, with what a translation put around it. */
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
