import { createElement, Fragment, type ReactNode } from 'react';

/** The part of a DOM node that is used here. */
export type HtmlNode = {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly textContent: string | null;
  readonly childNodes: ArrayLike<HtmlNode>;
  getAttribute?(name: string): string | null;
};

const ELEMENT = 1;
const TEXT = 3;

/** Allowed elements; they lose all attributes. */
const DRAWN = new Set([
  ...['p', 'br', 'hr', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'blockquote', 'div', 'section'],
  ...['strong', 'b', 'em', 'i', 'u', 'sup', 'sub', 'small'],
  ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
]);
const EMPTY = new Set(['br', 'hr']);
/** Elements that are dropped with their content; other unknown elements are replaced by their content. */
const DROPPED = new Set([
  ...['script', 'style', 'template', 'noscript', 'title', 'iframe', 'frame', 'frameset', 'object', 'embed'],
  ...['applet', 'svg', 'math', 'audio', 'video', 'canvas', 'form', 'select', 'option', 'textarea', 'button'],
  ...['input', 'xmp', 'plaintext', 'noembed', 'noframes'],
]);
const HEADING = /^h([1-6])$/;
/** React does not allow the white space between table rows and cells. */
const ROWS = new Set(['table', 'thead', 'tbody', 'tfoot', 'tr']);

/** The address of a link if it uses https. */
function httpsAddress(address: string | null | undefined): string | undefined {
  try {
    const url = new URL(address ?? '');
    return url.protocol === 'https:' && !url.username && !url.password ? url.href : undefined;
  } catch {
    return undefined;
  }
}

const childrenOf = (node: HtmlNode): HtmlNode[] => Array.from(node.childNodes);

/** Highest heading level in the text, 1 to 6; its headings are shifted to start below those of the surrounding page. */
function highestHeading(nodes: readonly HtmlNode[]): number {
  return nodes.reduce((highest, node) => {
    const own = Number(HEADING.exec(node.nodeName.toLowerCase())?.[1] ?? 6);
    return Math.min(highest, own, highestHeading(childrenOf(node)));
  }, 6);
}

/**
 * Untrusted HTML as React elements: only the elements above, no attributes except https links, headings from
 * `firstHeading` on. It cannot run scripts, load anything or set styles (S13).
 */
export function safeElements(nodes: readonly HtmlNode[], firstHeading = 3): ReactNode {
  const shift = firstHeading - highestHeading(nodes);

  const draw = (node: HtmlNode, key: number, within: string): ReactNode => {
    if (node.nodeType === TEXT) return ROWS.has(within) ? null : node.textContent;
    if (node.nodeType !== ELEMENT) return null;
    const name = node.nodeName.toLowerCase();
    if (DROPPED.has(name)) return null;
    const level = HEADING.exec(name)?.[1];
    const tag = level ? `h${Math.min(6, Number(level) + shift)}` : name;
    if (level || DRAWN.has(name)) {
      return createElement(tag, { key }, ...(EMPTY.has(name) ? [] : drawAll(childrenOf(node), name)));
    }
    const href = name === 'a' ? httpsAddress(node.getAttribute?.('href')) : undefined;
    const children = drawAll(childrenOf(node), within);
    if (href) {
      return createElement('a', { key, href, target: '_blank', rel: 'noopener noreferrer' }, ...children);
    }
    return createElement(Fragment, { key }, ...children);
  };
  const drawAll = (list: readonly HtmlNode[], within: string): ReactNode[] =>
    list.map((node, key) => draw(node, key, within));

  return createElement(Fragment, null, ...drawAll(nodes, ''));
}
