import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cleanHtml } from './clean-html.ts';
import { contractTextProblems } from './placeholders.ts';
import { fillTemplate as fillParts, readTemplate, type Values } from './template.ts';

const fillTemplate = (html: string, values: Values) => fillParts(readTemplate(html), values);

describe('contract texts', () => {
  it('fill in escaped values, lists and conditional sections', () => {
    const html = '{{a.b}}|{{#list}}{{n}}{{a.b}};{{/list}}|{{#none}}x{{/none}}{{^none}}y{{/none}}|{{none.z}}';
    const values = { a: { b: '<b>&"' }, list: [{ n: 1 }, { n: 2 }], none: null };
    expect(fillTemplate(html, values)).toBe(
      '&lt;b&gt;&amp;&quot;|1&lt;b&gt;&amp;&quot;;2&lt;b&gt;&amp;&quot;;|y|—',
    );
  });

  it('refuse unknown placeholders and unclosed sections', () => {
    expect(() => fillTemplate('{{a.x}}', { a: {} })).toThrow('{{a.x}}');
    expect(() => fillTemplate('{{#a}}', { a: '1' })).toThrow('not closed');
    expect(contractTextProblems('{{candidate.name}}{{candidate.secret}}{{today}}')).toEqual([
      'unknown placeholder {{candidate.secret}}',
      'unknown placeholder {{today}}',
    ]);
    expect(contractTextProblems('{{#plans}}{{value}}{{/guardian}}')[0]).toContain('closes nothing');
    expect(contractTextProblems('{{value}}')).toHaveLength(1);
  });

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<svg onload=alert(1)><script>alert(1)</script></svg>',
    '<svg><style><img src=x onerror=alert(1)></style></svg>',
    '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>',
    '<a href="javascript:alert(1)">a</a>',
    '<a href="&#106;avascript:alert(1)">a</a>',
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
    '<object data="javascript:alert(1)"></object><embed src="x">',
    '<form action="https://x.test"><input name="senha" autofocus onfocus=alert(1)></form>',
    '<base href="https://x.test"><meta http-equiv="refresh" content="0;url=https://x.test">',
    '<link rel="stylesheet" href="https://x.test"><style>*{background:url(https://x.test)}</style>',
    '<p style="background:url(https://x.test)" onmouseover=alert(1) id="root" class="x">a</p>',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
    '<scr<script>ipt>alert(1)</script>',
    '<details open ontoggle=alert(1)>a</details>',
    '<template><script>alert(1)</script></template>',
    '<!--><img src=x onerror=alert(1)>-->',
  ])('S13 contain nothing of %s', (html) => {
    const clean = cleanHtml(`<p>antes</p>${html}`);
    expect(clean).toMatch(/^<p>antes<\/p>/);
    // Only bare names of structural elements remain as tags; everything else is text.
    for (const [tag] of clean.matchAll(/<[^>]*>/g))
      expect(tag).toMatch(/^<\/?(p|table|td|tr|div|span)( \/)?>$/);
  });

  it('S13 contain nothing that runs, loads or links elsewhere', () => {
    const html =
      '<p onclick="x()" style="color:red">a<script>alert(1)</script><img src=x><a href="http://x">b</a></p>';
    expect(cleanHtml(html)).toBe('<p>ab</p>');
    expect(cleanHtml('<table><tr><td colspan="2" class="x">a</td></tr></table>')).toContain(
      '<td colspan="2">a</td>',
    );
  });

  const catalogue = new URL('../../catalogue', import.meta.url).pathname;
  const files = readdirSync(catalogue, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.html'),
  );
  it.each(files)('of the demo catalogue: %s', (name) => {
    expect(contractTextProblems(readFileSync(join(catalogue, name), 'utf8'))).toEqual([]);
  });
});
