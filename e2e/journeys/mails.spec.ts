import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import {
  neededData,
  renderNotification,
  TEMPLATES,
  type TemplateId,
  templateOf,
} from '../../domain/messaging/index.ts';
import { axeFaults } from '../support/axe.ts';

const LINK = `https://cua.alfa.orbita.test/orbita/candidate/responsavel#${'k'.repeat(22)}`;
/** As long as such values get: names of courses and documents, and words without a break opportunity. */
const LONG = 'Análise e Desenvolvimento de Sistemas (Tecnologia) de Superexcepcionalíssimas_Transformações';
/** Brands from both ends of what a college may choose, and ours. */
const BRANDS = ['#1D4ED8', '#FFD400', '#0B0B0B'];
const SHORT: Readonly<Record<string, string>> = {
  ...{ link: LINK, codigo: '123456', dia: '15/01', data: '15/01/2026', hora: '23:59', valor: '1.160,00' },
  ...{
    prazo: '15/01/2026 às 23:59',
    quando: '15/01/2026 às 23:59',
    id: '5001',
    numero: '5001',
    quantos: '12',
  },
};
const ROWS = [{ title: LONG, note: 'venceu há 6 h', link: LINK }];

const written = (Object.keys(TEMPLATES) as TemplateId[]).flatMap((id) =>
  Object.keys(templateOf(id).wordings).map((variante) => ({ id, variante })),
);

function mailOf({ id, variante }: (typeof written)[number], brand: string): string {
  const data = Object.fromEntries(neededData(id, variante).map((name) => [name, SHORT[name] ?? LONG]));
  const all = { ...data, nome: 'Conceição', instituicao: 'Centro Universitário Alfa Exemplo', variante };
  return renderNotification(id, all, { brand }, ROWS).html;
}

/**
 * Word, which Outlook for Windows renders with, reads its own comments, applies padding only to cells, and ignores the
 * properties removed here as well as dark style sheets.
 */
const asWordReads = (html: string): string =>
  html
    .replaceAll(/<!--\[if mso\]>|<!\[endif\]-->/g, '')
    .replaceAll(/(<a [^>]*?)padding:14px 24px/g, '$1')
    .replaceAll('mso-padding-alt', 'padding')
    .replaceAll(/(?:max-width|border-radius|overflow|display|word-break):[^;"]+;?/g, '')
    .replaceAll(/@media[^{]*\{(?:[^{}]*\{[^}]*\})*\}/g, '');

const styleOf = (html: string): string => [...html.matchAll(/<style>.*?<\/style>/gs)].join('');
const bodyOf = (html: string): string => /<body[^>]*>(.*)<\/body>/s.exec(html)?.[1] ?? '';

/** All mails of a brand, one below the other, as one mail program shows them. */
function shown(brand: string, read: (html: string) => string): string {
  const mails = written.map((one) => read(mailOf(one, brand)));
  return (
    `<!doctype html><html lang="pt-BR"><head><title>${brand}</title><meta name="viewport" content="width=device-width,initial-scale=1">${styleOf(mails[0] ?? '')}</head>` +
    `<body style="margin:0">${mails.map(bodyOf).join('')}</body></html>`
  );
}

async function see(page: Page, name: string): Promise<void> {
  expect(await axeFaults(page, [], ['color-contrast', 'link-name', 'image-alt']), name).toEqual([]);
  const small = await page.evaluate(() => {
    const faults: string[] = [];
    const width = document.documentElement.clientWidth;
    for (const one of document.querySelectorAll('h1,p,a,span,b,td.r')) {
      const { right } = one.getBoundingClientRect();
      const size = Number.parseFloat(getComputedStyle(one).fontSize);
      if (right > width + 1 || size < 13) faults.push(`${one.tagName} ${right} ${size} ${one.textContent}`);
    }
    return faults;
  });
  expect(small, name).toEqual([]);
  const folder = process.env.PICTURES;
  if (folder) await page.screenshot({ path: join(folder, `mail-${name}.png`), fullPage: true });
}

test('every mail of every brand is read on a phone, in the dark and in Outlook', async ({ page }) => {
  for (const brand of BRANDS) {
    await page.setViewportSize({ width: 320, height: 740 });
    await page.setContent(shown(brand, String));
    await expect(page.locator('h1')).toHaveCount(written.length);
    await see(page, `${brand.slice(1)}-320`);
    await page.emulateMedia({ colorScheme: 'dark' });
    await see(page, `${brand.slice(1)}-320-dark`);
    await page.setViewportSize({ width: 700, height: 900 });
    await page.setContent(shown(brand, asWordReads));
    await see(page, `${brand.slice(1)}-word`);
    await page.emulateMedia({ colorScheme: 'light' });
  }
});
