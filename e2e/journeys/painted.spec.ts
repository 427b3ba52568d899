import type { Page } from '@playwright/test';
import { PASSWORD } from '../support/candidate.ts';
import { expect, test } from '../support/test.ts';

test('probe', async ({ page, product }) => {
  let free = () => undefined as void;
  const freed = new Promise<void>((go) => {
    free = go;
  });
  await page.route(/\/assets\/.*\.js/, async (route) => {
    await freed;
    await route.continue().catch(() => undefined);
  });
  await page.goto(product.url('/'), { waitUntil: 'commit' });
  await page.getByRole('textbox', { name: 'CPF', exact: true }).pressSequentially('52998224725');
  await page.getByRole('textbox', { name: 'Senha', exact: true }).fill(PASSWORD);
  await page.screenshot({ path: '/tmp/pics-gate/before.png', fullPage: true });
  free();
  await page.waitForTimeout(3000);
  await page.screenshot({ path: '/tmp/pics-gate/after.png', fullPage: true });
  console.log(
    await page.getByRole('textbox', { name: 'CPF', exact: true }).inputValue(),
    await page.evaluate(() => [
      document.activeElement?.id,
      (window as any).orbitaHeld === undefined,
      document.querySelector('#root')!.getAttribute('data-painted'),
    ]),
  );
});
