import type { Page } from '@playwright/test';
import { expect, test } from './test.ts';

/** Maximum number of clicks for an everyday change, from Início until it is saved. */
const MOST = 6;

/** Counts a person's clicks on a page; typing into a field counts once, for going to it. */
export async function clicksOn(
  page: Page,
): Promise<(what: string, change: () => Promise<void>) => Promise<void>> {
  let count = 0;
  await page.exposeFunction('orbitaPressed', () => {
    count += 1;
  });
  await page.addInitScript(() => {
    const { orbitaPressed } = globalThis as unknown as { orbitaPressed: () => void }; // exposed to the page above
    addEventListener('click', ({ isTrusted }) => isTrusted && orbitaPressed(), true);
  });
  return async (what, change) => {
    count = 0;
    const from = performance.now();
    await change();
    const said = `${what}: ${count} cliques, ${((performance.now() - from) / 1000).toFixed(1)} s`;
    test.info().annotations.push({ type: 'cliques', description: said });
    console.log(said);
    expect(count, said).toBeGreaterThan(0);
    expect(count, said).toBeLessThanOrEqual(MOST);
  };
}
