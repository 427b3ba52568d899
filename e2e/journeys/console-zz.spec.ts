import { Candidate } from '../support/candidate.ts';
import * as documents from '../support/documents.ts';
import { plainPdf } from '../support/hostile-documents.ts';
import { test } from '../support/test.ts';

test('zz', async ({ page, product }) => {
  const candidate = await Candidate.at('paid', product, page.context());
  const [first] = await documents.sendAll(candidate, () => plainPdf());
  await documents.secretary(product, page, 'Bia Secretaria');
  await documents.open(page, product, first?.documentId ?? 0);
  const active = () => page.evaluate(() => document.activeElement?.outerHTML.slice(0, 120));
  await page.keyboard.press('n');
  await documents.painted(page);
  console.log('A', await active());
  await page.evaluate(() =>
    document.addEventListener('focusin', (e) =>
      console.log('FOCUSIN', (e.target as Element).outerHTML.slice(0, 80)),
    ),
  );
  page.on('console', (m) => console.log(m.text()));
  await page.keyboard.press('w');
  await page.waitForTimeout(400);
  console.log('B', await active());
  await page.keyboard.press('Escape');
  await page.waitForTimeout(20);
  console.log('C', await active());
  await page.waitForTimeout(600);
  console.log('D', await active());
});
