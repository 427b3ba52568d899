import type { Page } from '@playwright/test';
import { look } from '../support/look.ts';
import { expect, test } from '../support/test.ts';

const section = (page: Page, name: string) => page.getByRole('region', { name });

test('sandbox: a demo visitor plays the external systems and finds the console where the institution decides', async ({
  page,
  product,
  context,
}) => {
  // The sandbox runs alongside the product, on the next port.
  await page.goto(`http://localhost:${product.port + 1}/sandbox?tenant=alfa`);
  await look(page, 'sandbox');
  const disk = section(page, 'Falhas').getByRole('group', { name: 'Gravar arquivos' });
  await disk.getByRole('button', { name: 'Disco cheio' }).click();
  await expect(disk.getByRole('button', { name: 'Disco cheio' })).toHaveAttribute('aria-pressed', 'true');
  await look(page, 'sandbox after');
  await disk.getByRole('button', { name: 'Normal' }).click();

  const opened = context.waitForEvent('page');
  await section(page, 'Quem decide é a equipe').getByRole('link', { name: 'Provas e resultados' }).click();
  const team = await opened;
  await expect(team).toHaveURL(/\/orbita\/equipe\//);
  await expect(team.getByRole('heading', { level: 1 })).toBeVisible();
});
