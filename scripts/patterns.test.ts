import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findPatterns, patternsOf } from './pattern-finder.ts';
import { BOUNDED, COMPUTED, judge, readVerdicts } from './pattern-verdicts.ts';

const { patterns, computed } = findPatterns(join(import.meta.dirname, '..'));
const verdicts = readVerdicts();
const textsOf = (code: string) =>
  patternsOf(code, 'a.ts').map((one) => ('computed' in one ? 'computed' : `/${one.source}/${one.flags}`));

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: program texts to be parsed
describe('regular expressions', () => {
  it('are found wherever they are written', () => {
    expect(patterns.length).toBeGreaterThan(400);
    expect(textsOf('const a: RegExp = /a\\/b/gu as RegExp;')).toEqual(['/a\\/b/gu']);
    expect(textsOf('const A = "[a-z]"; new RegExp(`^${A}+$`, "i")')).toEqual(['/^[a-z]+$/i']);
    expect(textsOf('new RegExp(String.raw`\\d` + "x")')).toEqual(['/\\dx/']);
    expect(textsOf('const R = /x+/; new RegExp(`^${R.source}`)')).toEqual(['/x+/', '/^x+/']);
    expect(textsOf('text.match("a+b")')).toEqual(['/a+b/']);
    expect(textsOf('text.search(`a+b`)')).toEqual(['/a+b/']);
    expect(textsOf('new RegExp(given); RegExp(`a${b}`)')).toEqual(['computed', 'computed']);
    expect(textsOf('// /not+a+pattern/\nconst quotient = a / b / c;')).toEqual([]);
  });

  it('are judged by a checker that recognises slow ones', { timeout: 60_000 }, async () => {
    expect(await judge({ source: '^(?:<!--[\\s\\S]*?-->\\s*)*<svg', flags: '' })).toBe('exponential');
    expect(await judge({ source: '<!--[\\s\\S]*?-->', flags: 'g' })).toBe('polynomial');
    expect(await judge({ source: '^\\d{3}$', flags: '' })).toBe('safe');
  });

  it('take time linear in their text; those used only by tools at most polynomial', () => {
    const slow: string[] = [];
    for (const pattern of patterns) {
      // Judging one takes up to a minute, which is spent only once.
      const verdict = verdicts[pattern.text] ?? 'not judged yet, which `npm run patterns` does';
      const allowed = pattern.shipped ? ['safe'] : ['safe', 'polynomial', 'unknown'];
      if (allowed.includes(verdict) || (verdict === 'polynomial' && BOUNDED[pattern.text])) continue;
      slow.push(`${verdict}: ${pattern.text} in ${pattern.places.join(', ')}`);
    }
    expect(slow).toEqual([]);
  });

  it('are literals in shipped code, except for the listed ones', () => {
    const found = computed.filter(({ shipped }) => shipped).map(({ place }) => place.replace(/:\d+$/, ''));
    expect([...new Set(found)].toSorted()).toEqual(Object.keys(COMPUTED).toSorted());
  });

  it('in the lists of exceptions still exist', () => {
    const texts = new Set(patterns.filter(({ shipped }) => shipped).map(({ text }) => text));
    expect(Object.keys(BOUNDED).filter((text) => !texts.has(text))).toEqual([]);
  });
});
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: here the program texts end
