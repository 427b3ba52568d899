import type { Page } from '@playwright/test';
import { expect, test } from './test.ts';

/** Most clicks that an everyday change takes from Início until it is saved. */
const MOST = 6;

/** Counts what a person presses on a page; a field that is typed into counts once, because it is gone to. */
export async function clicksOn(
  page: Page,
): Promise<(what: string, change: () => Promise<void>) => Promise<void>> {
  let count = 0;
  await page.exposeFunction('orbitaPressed', () => {
    count += 1;
  });
  await page.addInitScript(() => {
    const { orbitaPressed } = globalThis as unknown as { orbitaPressed: () => void }; // put into the page above
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
