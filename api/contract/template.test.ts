import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cleanHtml } from './clean-html.ts';
import { contractTextProblems } from './placeholders.ts';
import { fillTemplate } from './template.ts';

describe('contract texts', () => {
  it('put escaped values, lists and what is there or not', () => {
    const html = '{{a.b}}|{{#list}}{{n}}{{a.b}};{{/list}}|{{#none}}x{{/none}}{{^none}}y{{/none}}|{{none.z}}';
    const values = { a: { b: '<b>&"' }, list: [{ n: 1 }, { n: 2 }], none: null };
    expect(fillTemplate(html, values)).toBe(
      '&lt;b&gt;&amp;&quot;|1&lt;b&gt;&amp;&quot;;2&lt;b&gt;&amp;&quot;;|y|—',
    );
  });

  it('refuse what does not exist or is not closed', () => {
    expect(() => fillTemplate('{{a.x}}', { a: {} })).toThrow('{{a.x}}');
    expect(() => fillTemplate('{{#a}}', { a: '1' })).toThrow('not closed');
    expect(contractTextProblems('{{candidate.name}}{{candidate.secret}}{{today}}')).toEqual([
      'unknown placeholder {{candidate.secret}}',
      'unknown placeholder {{today}}',
    ]);
    expect(contractTextProblems('{{#plans}}{{value}}{{/guardian}}')[0]).toContain('closes nothing');
    expect(contractTextProblems('{{value}}')).toHaveLength(1);
  });

  it('carry nothing that runs, loads or leads away', () => {
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
