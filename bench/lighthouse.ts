import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import type { Figure } from './table.ts';

/** Signs a new person up in the browser that Lighthouse then uses. */
export type SignIn = () => Promise<{ name: string; value: string; path: string; httpOnly?: boolean }[]>;

/** Lighthouse, mobile with simulated throttling, of the sign-in page and of the portal of a signed-in person. */
export async function lighthouseScores(url: string, browserPath: string, signIn: SignIn): Promise<Figure[]> {
  const port = 9333 + Math.floor(Math.random() * 500);
  const context = await chromium.launchPersistentContext(mkdtempSync(join(tmpdir(), 'orbita-lh-')), {
    executablePath: browserPath,
    headless: true,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      `--remote-debugging-port=${port}`,
    ],
  });
  const figures: Figure[] = [];
  const measure = async (what: string, path: string, performance: number) => {
    const result = await lighthouse(`${url}${path}`, {
      port,
      onlyCategories: ['performance', 'accessibility', 'best-practices'],
      disableStorageReset: true,
      logLevel: 'error',
    });
    if (!result) throw new Error(`Lighthouse did not answer for ${path}`);
    const { categories, audits } = result.lhr;
    const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100);
    const lcp = audits['largest-contentful-paint']?.numericValue ?? 0;
    figures.push(
      {
        what: `${what}: performance`,
        measured: String(score('performance')),
        target: `≥ ${performance}`,
        reached: score('performance') >= performance,
      },
      {
        what: `${what}: accessibility`,
        measured: String(score('accessibility')),
        target: '100',
        reached: score('accessibility') === 100,
      },
      {
        what: `${what}: best practices`,
        measured: String(score('best-practices')),
        target: '100',
        reached: score('best-practices') === 100,
      },
      {
        what: `${what}: LCP`,
        measured: `${Math.round(lcp)} ms`,
        target: what === 'Sign-in' ? '≤ 1600 ms' : '',
        reached: what === 'Sign-in' ? lcp <= 1600 : null,
      },
    );
    for (const audit of Object.values(audits)) {
      if (audit.score !== null && audit.score < 0.9 && audit.scoreDisplayMode !== 'informative')
        console.log(`   ${what}: ${audit.id} ${audit.displayValue ?? ''}`);
    }
  };
  try {
    await measure('Sign-in', '/orbita/candidate/', 100);
    const host = new URL(url).hostname;
    const week = Date.now() / 1000 + 604_800;
    await context.addCookies((await signIn()).map((cookie) => ({ ...cookie, domain: host, expires: week })));
    await measure('Portal', '/orbita/candidate/portal', 98);
  } finally {
    await context.close();
  }
  return figures;
}
