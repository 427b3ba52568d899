import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { CDPSession, Frame, Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** A frame is part of the page containing it, which has the heading and the landmarks. */
const OF_WHOLE_PAGES = ['page-has-heading-one', 'landmark-one-main', 'region'];

type InPage = { axe: { run(context: object, options: RunOptions): Promise<AxeResults> } };

type Looked = { without: readonly string[]; only?: readonly string[] | undefined };

const devtools = new WeakMap<Page, CDPSession>();

/** Injects axe; as a script by itself, a browser need not compile it anew for every document, as it must in an evaluation. */
async function bringAxe(frame: Frame): Promise<void> {
  const page = frame.page();
  if (frame !== page.mainFrame()) return frame.evaluate(SOURCE);
  const session = devtools.get(page) ?? (await page.context().newCDPSession(page));
  devtools.set(page, session);
  await session.send('Runtime.evaluate', { expression: SOURCE });
}

/** The faults, or undefined in a document that does not have axe yet. */
const askAxe = (frame: Frame, { without, only }: Looked): Promise<string[] | undefined> =>
  frame.evaluate(
    async ({ only: asked, disabled }) => {
      if (!('axe' in window)) return undefined;
      // At the current scroll position a sticky bar may half cover some field, which does not make that field too small.
      const sticky = [...document.querySelectorAll<HTMLElement>('.bar, .action-bar--sticky')];
      for (const bar of sticky) bar.style.position = 'static';
      const { violations } = await (window as unknown as InPage).axe.run(
        // Appears briefly while something loads; it is outside all landmarks on purpose.
        { exclude: [['.loading-bar']] },
        {
          runOnly: asked,
          // Nothing uses the passed rules.
          resultTypes: ['violations'],
          // Each frame is checked separately.
          iframes: false,
          // No rule asked for reads style sheets, which axe would fetch anew for every check.
          preload: { assets: ['media'] },
          rules: Object.fromEntries(disabled.map((rule) => [rule, { enabled: false }])),
        },
      );
      for (const bar of sticky) bar.style.position = '';
      return violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(' ')).join(' | ')}`);
    },
    { only: [...(only ?? TAGS)], disabled: [...without] },
  );

async function faultsOf(frame: Frame, looked: Looked): Promise<string[]> {
  // A document keeps axe until it is left; injecting it again would cost as much as the check itself.
  const known = await askAxe(frame, looked);
  if (known) return known;
  await bringAxe(frame);
  const faults = await askAxe(frame, looked);
  if (!faults) throw new Error(`${frame.url()} was left while it was checked`);
  return faults;
}

/**
 * What axe reports for the page and its frames in their current state (WCAG 2.2 A and AA and best practices), without the given
 * rules; `only` = no rules but these.
 */
export async function axeFaults(
  page: Page,
  without: readonly string[],
  only?: readonly string[],
): Promise<string[]> {
  const faults: string[] = [];
  for (const frame of page.frames()) {
    const isPage = frame === page.mainFrame();
    const rules = { without: isPage ? without : [...without, ...OF_WHOLE_PAGES], only };
    const found = await faultsOf(frame, rules).catch((error: unknown) => {
      // A frame that the page has since removed is not visible to anybody.
      if (!isPage && frame.isDetached()) return [];
      throw error;
    });
    faults.push(...found);
  }
  return faults;
}
