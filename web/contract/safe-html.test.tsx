import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { type HtmlNode, safeElements } from '../base/safe-html.ts';

const text = (content: string): HtmlNode => ({
  nodeType: 3,
  nodeName: '#text',
  textContent: content,
  childNodes: [],
});

const element = (
  name: string,
  attributes: Record<string, string>,
  ...children: (HtmlNode | string)[]
): HtmlNode => ({
  nodeType: 1,
  // Parsers return HTML element names in upper case and SVG names as written.
  nodeName: name === 'svg' ? name : name.toUpperCase(),
  textContent: null,
  childNodes: children.map((child) => (typeof child === 'string' ? text(child) : child)),
  getAttribute: (attribute) => attributes[attribute] ?? null,
});

const drawn = (...nodes: HtmlNode[]) => renderToStaticMarkup(safeElements(nodes));
const comment: HtmlNode = { nodeType: 8, nodeName: '#comment', textContent: 'secret', childNodes: [] };

describe('S13 foreign HTML', () => {
  it('renders structure and emphasis', () => {
    expect(drawn(element('p', {}, 'Um ', element('strong', {}, 'dois'), element('br', {}), 'três'))).toBe(
      '<p>Um <strong>dois</strong><br/>três</p>',
    );
  });

  it('renders tables without the white space between rows', () => {
    const row = element('tr', {}, '\n', element('th', {}, '1'), element('td', {}, 'R$ 400,00'));
    expect(drawn(element('table', {}, '\n', element('tbody', {}, ' ', row)))).toBe(
      '<table><tbody><tr><th>1</th><td>R$ 400,00</td></tr></tbody></table>',
    );
  });

  it.each([
    ['h1', 'h2', '<h3>a</h3><h4>b</h4>'],
    ['h2', 'h3', '<h3>a</h3><h4>b</h4>'],
    ['h3', 'h6', '<h3>a</h3><h6>b</h6>'],
  ])('starts headings below those of the page: %s, %s', (first, second, html) => {
    expect(drawn(element(first, {}, 'a'), element(second, {}, 'b'))).toBe(html);
  });

  it('keeps an https address and nothing else of a link', () => {
    const link = element('a', { href: 'https://exemplo.test/a', onclick: 'x()', style: 'color:red' }, 'aqui');
    expect(drawn(link)).toBe(
      '<a href="https://exemplo.test/a" target="_blank" rel="noopener noreferrer">aqui</a>',
    );
  });

  it.each([
    'javascript:alert(1)',
    ' JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'http://exemplo.test',
    '//exemplo.test',
    '/logout',
    'https://user:secret@exemplo.test',
    '',
  ])('shows only the text of a link to %j', (href) => {
    expect(drawn(element('a', { href }, 'aqui'))).toBe('aqui');
  });

  it.each([
    ['script', element('script', {}, 'alert(1)')],
    ['script in a paragraph', element('div', {}, element('script', { src: 'https://x.test' }, 'x'))],
    ['style', element('style', {}, '*{display:none}')],
    ['svg with a script', element('svg', { onload: 'x()' }, element('script', {}, 'x()'))],
    ['math', element('math', {}, element('mtext', {}, 'x'))],
    ['iframe', element('iframe', { src: 'https://x.test', srcdoc: '<script>x()</script>' }, 'x')],
    ['object', element('object', { data: 'x' }, 'x')],
    ['embed', element('embed', { src: 'x' })],
    ['form', element('form', { action: 'https://x.test' }, element('input', { name: 'senha' }))],
    ['template', element('template', {}, 'x')],
    ['comment', comment],
    ['image', element('img', { src: 'x', onerror: 'alert(1)' })],
    ['base', element('base', { href: 'https://x.test' })],
    ['meta', element('meta', { 'http-equiv': 'refresh', content: '0;url=https://x.test' })],
    ['link', element('link', { rel: 'stylesheet', href: 'https://x.test' })],
  ])('renders nothing of %s', (_, node) => {
    expect(drawn(node).replace('<div></div>', '')).toBe('');
  });

  it.each(['onerror', 'onclick', 'style', 'id', 'class', 'dangerouslySetInnerHTML', 'ref', 'srcdoc'])(
    'drops the attribute %s',
    (attribute) => {
      expect(drawn(element('p', { [attribute]: 'x' }, 'Texto'))).toBe('<p>Texto</p>');
    },
  );

  it('renders the content of an unknown element, and text as text', () => {
    expect(drawn(element('custom-part', { onclick: 'x' }, '<b>não é</b>'))).toBe('&lt;b&gt;não é&lt;/b&gt;');
  });
});
