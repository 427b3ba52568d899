import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { leanEntry, leanReact, leanRouter } from './lean-react.ts';

const folder = createRequire(import.meta.url)
  .resolve('react-dom/package.json')
  .replace('package.json', '');
const production = (name: string) => readFileSync(`${folder}cjs/${name}.production.js`, 'utf8');
const renderer = production('react-dom-client');

describe('the reduced React renderer', () => {
  it('never starts a view transition, whatever a commit contains', () => {
    const lean = leanReact(renderer);
    // The flag is still set by the remaining functions, but nothing reads it.
    expect(lean.match(/\bshouldStartViewTransition\b(?! =)/g)).toBeNull();
    expect(lean.match(/\bstartViewTransition\($/gm)).toHaveLength(2);
    expect(lean).toMatch(
      /pendingEffectsStatus = 1;\s+!1\s+\? \(pendingViewTransition = startViewTransition\(/,
    );
    expect(lean).not.toContain('__REACT_DEVTOOLS_GLOBAL_HOOK__');
  });

  it('loses functions that return nothing, and the handling of head elements', () => {
    const lean = leanReact(renderer);
    const emptyIn = (text: string) =>
      [...text.matchAll(/^function (\w+)\([^)]*\) \{\}/gm)].map(([, name = '']) => name);
    const emptied = emptyIn(lean).filter((name) => !emptyIn(renderer).includes(name));
    expect(emptied).toHaveLength(26);
    for (const name of emptied.filter((one) => one.includes('ViewTransition'))) {
      const body = new RegExp(`^function ${name}\\([^]*?^\\}`, 'm').exec(renderer)?.[0] ?? '';
      expect([name, /\breturn [^;]/.test(body)]).toEqual([name, false]);
    }
    // The only place that creates a fibre of that kind: every other function for it is reached from there.
    expect(renderer.match(/\bisHostHoistableType\(/g)).toHaveLength(2);
    expect(renderer).toMatch(/fiberTag = isHostHoistableType\([^)]*\)\s+\? 26/);
  });

  it('has an entry that still has portals and flushSync', () => {
    const exported = [...leanEntry(production('react-dom')).matchAll(/^exports\.(\w+) =/gm)].map(
      ([, name]) => name,
    );
    expect(exported).toEqual(expect.arrayContaining(['createPortal', 'flushSync', 'version']));
    expect(exported).not.toContain('preload');
  });

  it('comes with a router whose links preload nothing, as they do outside of its framework mode', () => {
    const router = createRequire(import.meta.url)
      .resolve('react-router')
      .replace(/[^/]+$/, '');
    const lib = `${router}lib/dom/`.replace('development', 'production');
    const components = readFileSync(`${lib}ssr/components.js`, 'utf8');
    expect(leanRouter(components)).toMatch(/^function PrefetchPageLinks\(.*\) \{\}/m);
    expect(components).toMatch(/if \(!frameworkContext\) return \[\s*false,/);
    // The only place that draws it.
    const links = readFileSync(`${lib}lib.js`, 'utf8');
    expect(links.match(/\(PrefetchPageLinks\b/g)).toHaveLength(1);
    expect(links).toMatch(/shouldPrefetch && .*\(PrefetchPageLinks\b/);
    expect(() => leanRouter('')).toThrow(/PrefetchPageLinks/);
  });

  it("fails if React's source has changed", () => {
    expect(() => leanReact(renderer.replaceAll('trackEnterViewTransitions', 'renamed'))).toThrow(
      /trackEnter/,
    );
    expect(() => leanReact('')).toThrow();
  });
});
