import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cleanHtml } from './clean-html.ts';
import { CONTRACT_LIMITS, compileContract, contractProblems } from './compile.ts';
import { fillTemplate } from './template.ts';

const FOLDER = join(import.meta.dirname, '../../catalogue/alfa/contracts');
const filled = (html: string, values: object) => {
  const { parts, problems } = compileContract(html);
  if (!parts) throw new Error(problems.join());
  return fillTemplate(parts, values as never);
};
const person = (name: string) => ({ candidate: { name }, guardian: null });

describe('S46: a contract text is cleaned before it is filled', () => {
  it.each([
    '<td colspan="{{^guardian}}">a<td colspan="{{/guardian}}">b',
    '<td colspan="{{#guardian}}">" onclick=alert(1) x="{{/guardian}} onmouseover=alert(1) <b>',
    '<td colspan="{{candidate.name}}">a</td>',
    '<p title="{{candidate.name}}">a</p>',
    '<{{candidate.name}} onclick=alert(1)>a',
    '<!-- {{candidate.name}} -->',
    '{{candidate<script>x</script>.name}}',
    '&#123;&#123;candidate.name}}',
    '<scr{{^guardian}}ipt>alert(1)</scr{{/guardian}}ipt>',
  ])('turns %s into nothing but plain elements and text', (html) => {
    const { parts } = compileContract(`<p>antes</p>${html}`);
    if (!parts) return expect(contractProblems(html).length).toBeGreaterThan(0);
    for (const name of [
      '"><img src=x onerror=alert(1)>',
      "' onclick=alert(1) '",
      '{{candidate.name}}',
      '<script>',
    ]) {
      const text = fillTemplate(parts, person(name));
      for (const [tag] of text.matchAll(/<[^>]*>/g))
        expect(tag).toMatch(/^<\/?(p|td|b|br)( (col|row)span="\d+")?( \/)?>$/);
      // The filled contract is as clean as if it were cleaned now.
      expect(cleanHtml(text).replaceAll(/<\/?(td|b|p)>/g, '').length).toBeGreaterThan(0);
    }
  });

  it('leaves the texts of the demo unchanged', () => {
    const names = readdirSync(FOLDER);
    expect(names.length).toBeGreaterThan(2);
    for (const name of names)
      expect([name, contractProblems(readFileSync(join(FOLDER, name), 'utf8'))]).toEqual([name, []]);
  });

  it('is allowed up to its limits', () => {
    const { characters, depth, elements, placeholders } = CONTRACT_LIMITS;
    const texts = {
      depth: ['<b>'.repeat(depth), '<b>'.repeat(depth + 1)],
      elements: ['<br>'.repeat(elements), '<br>'.repeat(elements + 1)],
      characters: ['a'.repeat(characters), 'a'.repeat(characters + 1)],
      placeholders: ['{{course.name}}'.repeat(placeholders), '{{course.name}}'.repeat(placeholders + 1)],
    };
    for (const [of, [most = '', more = '']] of Object.entries(texts)) {
      expect([of, contractProblems(most)]).toEqual([of, []]);
      expect([of, contractProblems(more).length]).toEqual([of, 1]);
    }
  });

  it('refuses sections that would multiply, and elements that would never end', () => {
    expect(contractProblems('{{#plans}}{{#guardian}}{{#plans}}a{{/plans}}{{/guardian}}{{/plans}}')).toEqual([
      '{{#plans}} fica dentro de si mesma',
    ]);
    expect(contractProblems('{{#plans}}<div>{{value}}{{/plans}}')).toEqual([
      '{{#plans}} abre um elemento que não fecha antes de {{/plans}}',
    ]);
    // Elements with an optional end tag may be left open, as in any HTML.
    expect(contractProblems('<ul>{{#plans}}<li>{{value}}{{/plans}}</ul>')).toEqual([]);
    expect(contractProblems('{{#guardian}}<div>{{/guardian}}a{{#guardian}}</div>{{/guardian}}')).toEqual([]);
  });

  it.each([
    ['<svg><text>Multa</text></svg>', /não mostra imagem.*<svg>/],
    ['<picture><source></picture>', /não mostra imagem/],
    ['<math><mi>x</mi></math>', /não mostra imagem/],
    ['Aceito: <input type="checkbox" checked>', /não tem campo.*<input>/],
    ['<select><option>Sim</option></select>', /não tem campo.*<select>/],
    ['Multa de <s>10 %</s> 2 %', /riscado \(<s>\)/],
    ['<DEL>10 %</DEL>', /riscado/],
    ['<span style="TEXT-DECORATION : underline Line-Through red">10 %</span>', /riscado/],
    ['<span style="text-decoration-line:line-through">10 %</span>', /riscado/],
    ['<p style="color:red;display:none">10 %</p>', /escondido/],
    ['<p style="visibility: hidden">10 %</p>', /escondido/],
    ['<p style="opacity:0">10 %</p>', /escondido/],
    ['<p style="font-size: 0.0pt">10 %</p>', /escondido/],
    ['<div hidden><p>10 %</p></div>', /escondido/],
    ['<q>à vista</q>', /aspas/],
    [`<p style="${'a:b;'.repeat(600)}">x</p>`, /estilo/],
  ])('refuses what would change its meaning if removed: %s', (html, problem) => {
    const problems = contractProblems(`<p>Um.</p>\n<p>Dois.</p>\n${html}`);
    expect(problems).toEqual([expect.stringMatching(problem)]);
    expect(problems[0]).toMatch(/^linha 3 do texto: /);
  });

  it.each([
    '<p style="text-decoration: underline; opacity: 0.9; font-size: 0.9em">10 %</p>',
    '<p style="display: block; visibility: visible; opacity: .05">10 %</p>',
    '<p title="display:none">display:none, line-through</p>',
    '<a href="https://x.test">x</a> <font color="red">y</font> <mark>z</mark> <abbr>w</abbr>',
  ])('accepts what only resembles it: %s', (html) => {
    expect(contractProblems(html)).toEqual([]);
  });

  /** Elements that browsers start on a new line (HTML, 15.3), except tables, where cells keep words apart. */
  const ON_A_LINE =
    'address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup legend li listing main menu nav ol p pre search section summary ul';
  it.each(ON_A_LINE.split(' '))('keeps words separate that <%s> separates', (name) => {
    expect(cleanHtml(`<${name}>um</${name}><${name}>dois</${name}>`)).toMatch(/um<\/(\w+)><\1>dois/);
  });

  it('filling always ends', () => {
    const plans = Array.from({ length: 10_000 }, () => ({ value: '1' }));
    expect(() =>
      filled('{{#plans}}{{#disciplines}}{{/disciplines}}{{value}}{{value}}{{/plans}}', {
        plans,
        disciplines: [],
      }),
    ).not.toThrow();
    expect(() => filled(`{{#plans}}${'texto '.repeat(100)}{{/plans}}`, { plans })).toThrow('too long');
    const disciplines = Array.from({ length: 5_000 }, () => ({ name: 'a' }));
    expect(() =>
      filled('{{#plans}}{{#disciplines}}{{/disciplines}}{{/plans}}', { plans, disciplines }),
    ).toThrow('too long');
  });
});
