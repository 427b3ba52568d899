import { createElement, Fragment, type ReactNode } from 'react';

/** What the walk needs of a node; the browser's own nodes fit. */
export type HtmlNode = {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly textContent: string | null;
  readonly childNodes: ArrayLike<HtmlNode>;
  getAttribute?(name: string): string | null;
};

const ELEMENT = 1;
const TEXT = 3;

/** Elements that are drawn, without any attribute. */
const DRAWN = new Set([
  ...['p', 'br', 'hr', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'blockquote', 'div', 'section'],
  ...['strong', 'b', 'em', 'i', 'u', 'sup', 'sub', 'small'],
  ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
]);
const EMPTY = new Set(['br', 'hr']);
/** Elements whose content is no text for people; of any other unknown element only its content is drawn. */
const DROPPED = new Set([
  ...['script', 'style', 'template', 'noscript', 'title', 'iframe', 'frame', 'frameset', 'object', 'embed'],
  ...['applet', 'svg', 'math', 'audio', 'video', 'canvas', 'form', 'select', 'option', 'textarea', 'button'],
  ...['input', 'xmp', 'plaintext', 'noembed', 'noframes'],
]);
const HEADING = /^h([1-6])$/;
/** Text between rows and cells is white space and may not stand there in React. */
const ROWS = new Set(['table', 'thead', 'tbody', 'tfoot', 'tr']);

/** The address of a link when it is an https one, else nothing. */
function httpsAddress(address: string | null | undefined): string | undefined {
  try {
    const url = new URL(address ?? '');
    return url.protocol === 'https:' && !url.username && !url.password ? url.href : undefined;
  } catch {
    return undefined;
  }
}

const childrenOf = (node: HtmlNode): HtmlNode[] => Array.from(node.childNodes);

/** Highest heading level in the text, 1 to 6; headings begin below those of the page around them. */
function highestHeading(nodes: readonly HtmlNode[]): number {
  return nodes.reduce((highest, node) => {
    const own = Number(HEADING.exec(node.nodeName.toLowerCase())?.[1] ?? 6);
    return Math.min(highest, own, highestHeading(childrenOf(node)));
  }, 6);
}

/**
 * Foreign HTML as React elements: only the elements above, no attribute but an https address, headings from
 * `firstHeading` on. Nothing of it runs, loads or styles (S13).
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
