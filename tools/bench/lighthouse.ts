import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from '@playwright/test';
import lighthouse, { type Result } from 'lighthouse';
import type { Figure } from './table.ts';

/** Signs up a new person in the browser that Lighthouse then uses. */
export type SignIn = () => Promise<{ name: string; value: string; path: string; httpOnly?: boolean }[]>;

const CATEGORIES = {
  performance: 'performance',
  accessibility: 'accessibility',
  practices: 'best-practices',
};
type Category = keyof typeof CATEGORIES;

/** Measures an address with the session of the browser it was created for; prints the audits that cost points. */
export type Measure = (what: string, url: string, categories: readonly Category[]) => Promise<Result>;

/** Runs Lighthouse (mobile, simulated throttling) in a separate browser for the duration of `work`. */
export async function withLighthouse<T>(
  browserPath: string,
  work: (context: BrowserContext, measure: Measure) => Promise<T>,
): Promise<T> {
  const port = 9333 + Math.floor(Math.random() * 500);
  const context = await chromium.launchPersistentContext(mkdtempSync(join(tmpdir(), 'orbita-lh-')), {
    executablePath: browserPath,
    headless: true,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--host-resolver-rules=MAP *.orbita.test 127.0.0.1',
      `--remote-debugging-port=${port}`,
    ],
  });
  const measure: Measure = async (what, url, categories) => {
    const result = await lighthouse(url, {
      port,
      onlyCategories: categories.map((name) => CATEGORIES[name]),
      disableStorageReset: true,
      logLevel: 'error',
    });
    if (!result) throw new Error(`Lighthouse did not answer for ${url}`);
    for (const audit of Object.values(result.lhr.audits)) {
      if (audit.score !== null && audit.score < 0.9 && audit.scoreDisplayMode !== 'informative')
        console.log(`   ${what}: ${audit.id} ${audit.displayValue ?? ''}`);
    }
    return result.lhr;
  };
  try {
    return await work(context, measure);
  } finally {
    await context.close();
  }
}

/** Score of a category, out of 100. */
export const points = (result: Result, category: Category): number =>
  Math.round((result.categories[CATEGORIES[category]]?.score ?? 0) * 100);

/** Numeric value of an audit. */
export const numberOf = (result: Result, audit: string): number => result.audits[audit]?.numericValue ?? 0;

const scored = (what: string, result: Result, category: Category, least: number): Figure => {
  const measured = points(result, category);
  return { what, measured: String(measured), target: `≥ ${least}`, reached: measured >= least };
};

const ALL: readonly Category[] = ['performance', 'accessibility', 'practices'];

/** Lighthouse scores of the sign-in page and of the portal of a person without applications. */
export const lighthouseScores = (url: string, browserPath: string, signIn: SignIn): Promise<Figure[]> =>
  withLighthouse(browserPath, async (context, measure) => {
    const figures: Figure[] = [];
    const look = async (what: string, path: string, performance: number, mostMs: number) => {
      const result = await measure(what, `${url}${path}`, ALL);
      const lcp = numberOf(result, 'largest-contentful-paint');
      figures.push(
        scored(`${what}: performance`, result, 'performance', performance),
        scored(`${what}: accessibility`, result, 'accessibility', 100),
        scored(`${what}: best practices`, result, 'practices', 100),
        {
          what: `${what}: LCP`,
          measured: `${Math.round(lcp)} ms`,
          target: `≤ ${mostMs} ms`,
          reached: lcp <= mostMs,
        },
      );
    };
    await look('Sign-in', '/orbita/candidate/', 100, 1000);
    const host = new URL(url).hostname;
    await context.addCookies((await signIn()).map((cookie) => ({ ...cookie, domain: host })));
    await look('Empty portal', '/orbita/candidate/portal', 98, 1300);
    return figures;
  });
