import { readFileSync } from 'node:fs';
import type { Browser, Page } from '@playwright/test';
import { archiveOf, WORKBOOK } from '../../testing/archive.ts';
import { upload } from '../../testing/requests.ts';
import { Candidate } from '../support/candidate.ts';
import {
  type Asked,
  documentsOf,
  last,
  open,
  painted,
  panel,
  type Sent,
  secretary,
  sendFor,
  title,
} from '../support/documents.ts';
import {
  announcedJpeg,
  fontPdf,
  hugeImagePdf,
  longPdf,
  manyPdf,
  phoneJpeg,
  plainPdf,
  renamed,
  scriptedPdf,
} from '../support/hostile-documents.ts';
import { leakServer } from '../support/leak.ts';
import { atBothWidths } from '../support/look.ts';
import type { Product } from '../support/product.ts';
import { consoleUrl } from '../support/team.ts';
import { test as base, expect } from '../support/test.ts';

const TOO_BIG = 'Grande demais para mostrar. Baixe o original.';
const SHEET = 'Planilha: baixe e abra em modo protegido.';
/** What is on the page itself, apart from what is only read aloud. */
const onPage = (page: Page, text: string) => page.getByRole('main').getByText(text);

type Leak = Awaited<ReturnType<typeof leakServer>>;

/**
 * Reviews documents with a whole product; anything that runs, opens, or sends requests elsewhere than to the product fails the
 * journey.
 */
const test = base.extend<{ faults: string[]; leak: Leak }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright demands the pattern
  leak: async ({}, use) => {
    const leak = await leakServer();
    await use(leak);
    leak.stop();
    expect(leak.asked, 'nothing leaves').toEqual([]);
  },
  faults: [
    async ({ page, product }, use) => {
      const faults: string[] = [];
      page.on('dialog', (dialog) => {
        faults.push(`dialog ${dialog.message()}`);
        void dialog.dismiss();
      });
      page.on('popup', () => faults.push('a window opened'));
      page.context().on('request', (request) => {
        const { protocol, port } = new URL(request.url());
        if (protocol !== 'blob:' && protocol !== 'data:' && port !== String(product.port))
          faults.push(`request ${request.url()}`);
      });
      page.on('framenavigated', (frame) => {
        const { pathname } = new URL(frame.url());
        if (frame.parentFrame() && pathname !== '/orbita/equipe/viewer')
          faults.push(`a frame went to ${frame.url()}`);
      });
      await use(faults);
      expect(faults, 'nothing runs, opens or leaves').toEqual([]);
    },
    { auto: true },
  ],
});

/** Somebody who uploaded these files, each list for one of the required documents. */
async function sender(
  product: Product,
  page: Page,
  lists: readonly (readonly Sent[])[],
): Promise<{ candidate: Candidate; asked: Asked[] }> {
  const candidate = await Candidate.at('paid', product, page.context());
  const asked = (await documentsOf(candidate)).filter(({ required }) => required);
  for (const [at, files] of lists.entries()) await sendFor(candidate, asked[at]?.documentId ?? 0, files);
  return { candidate, asked: (await documentsOf(candidate)).filter(({ required }) => required) };
}

/** The frame on the paper, which only the tests look into. */
const paper = (page: Page) => page.frameLocator('.viewer__frame[data-current]');
const pages = (page: Page) => page.getByRole('navigation', { name: 'Páginas' });

/** Red and blue at a fraction of the drawn page's height. */
const colourAt = (page: Page, down: number): Promise<number[]> =>
  paper(page)
    .locator('canvas')
    .evaluate((drawn, y) => {
      const canvas = drawn as HTMLCanvasElement;
      const copy = Object.assign(document.createElement('canvas'), {
        width: canvas.width,
        height: canvas.height,
      });
      const drawing = copy.getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D;
      drawing.drawImage(canvas, 0, 0);
      const [red = 0, , blue = 0] = drawing.getImageData(
        Math.floor(canvas.width / 2),
        Math.floor(canvas.height * y),
        1,
        1,
      ).data;
      return [red > 200 ? 1 : 0, blue > 200 ? 1 : 0];
    }, down);

/** A photo of 80 × 40, red on the left and blue on the right, encoded by the browser itself. */
async function photo(browser: Browser): Promise<Buffer> {
  const page = await browser.newPage();
  const address = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 80, height: 40 });
    const drawing = canvas.getContext('2d') as CanvasRenderingContext2D;
    drawing.fillStyle = '#f00';
    drawing.fillRect(0, 0, 40, 40);
    drawing.fillStyle = '#00f';
    drawing.fillRect(40, 0, 40, 40);
    return canvas.toDataURL('image/jpeg', 1);
  });
  await page.close();
  return Buffer.from(address.split(',')[1] ?? '', 'base64');
}

/** The original as saved by the key: its name and its content. */
async function original(page: Page): Promise<{ name: string; content: Buffer }> {
  const download = page.waitForEvent('download');
  await page.keyboard.press('o');
  const saved = await download;
  return { name: saved.suggestedFilename(), content: readFileSync(await saved.path()) };
}

test('K02: hostile files can be viewed, enlarged, rotated and decided; nothing runs and nothing leaks', async ({
  page,
  product,
  leak,
}) => {
  const { candidate, asked } = await sender(product, page, [
    [['contrato.pdf', scriptedPdf(leak.address)]],
    [
      ['pagina.pdf', manyPdf(leak.address)],
      ['letra.pdf', fontPdf(leak.address)],
    ],
  ]);
  await secretary(product, page, 'Bia Secretaria');
  for (const { documentId, files } of asked.slice(0, 2)) {
    await open(page, product, documentId);
    for (const _ of files) {
      await expect(paper(page).locator('canvas')).toBeVisible();
      const room = await page.locator('.viewer__frame[data-current]').boundingBox();
      for (const [x, y] of [
        [0.5, 0.5],
        [0.2, 0.8],
      ] as const)
        await page.mouse.dblclick(
          (room?.x ?? 0) + (room?.width ?? 0) * x,
          (room?.y ?? 0) + (room?.height ?? 0) * y,
        );
      for (const key of ['+', '.', '-', '0', 'Tab', 'ArrowRight']) await page.keyboard.press(key);
      await painted(page);
      expect(await paper(page).locator('a, input, form, script:not([src]), iframe, object').count()).toBe(0);
    }
    const name = await title(page).textContent();
    await page.keyboard.press('a');
    await expect(last(page)).toContainText(`Aprovado · ${name}`);
  }
  expect((await documentsOf(candidate)).filter(({ state }) => state === 'approved')).toHaveLength(2);
});

test('K02: oversized, rotated, disguised and misnamed files', async ({ page, product, browser, leak }) => {
  const { candidate, asked } = await sender(product, page, [
    [['comprovante.pdf', longPdf(400)]],
    [['foto.jpg', announcedJpeg(16_000, 12_000)]],
    [['foto\u202efdp.exe.jpg', phoneJpeg(await photo(browser), 6)]],
    [['imagem.pdf', hugeImagePdf()]],
  ]);
  const [long, large, upright, inside, free] = asked;
  // A file that only claims to be a picture is rejected, and so is one of 900 million pixels.
  const refused: Sent[] = [
    ...Object.entries(renamed(leak.address)),
    ['foto.jpg', announcedJpeg(30_000, 30_000)],
  ];
  for (const [name, content] of refused) {
    const { status } = await upload(
      candidate.client,
      candidate.subscriptionId,
      free?.documentId ?? 0,
      content,
      name,
    );
    expect([name, status]).toEqual([name, name === 'foto.jpg' ? 422 : 415]);
  }
  expect(upright?.files[0]?.name).toBe('fotofdp.exe.jpg');

  await secretary(product, page, 'Bia Secretaria');
  for (const one of [long, large, inside]) {
    await page.goto(consoleUrl(product, `/documentos/${one?.documentId}`));
    await expect(onPage(page, TOO_BIG)).toBeVisible();
  }
  await atBothWidths(page, 'documento-grande-demais');
  await open(page, product, upright?.documentId ?? 0);
  // The photo is stored sideways with red on its left: rotated as the phone was held, red is at the top.
  await expect.poll(() => colourAt(page, 0.1)).toEqual([1, 0]);
  expect(await colourAt(page, 0.9)).toEqual([0, 1]);
  await expect(page.locator('body')).not.toContainText(/\u202e|fdp/);
  const { name, content } = await original(page);
  expect(name).toMatch(new RegExp(`^[a-z0-9-]+-${candidate.subscriptionId}\\.jpg$`));
  expect(content.includes(Buffer.from([0x88, 0x25])), 'the original says where it was taken').toBe(false);
  expect(content.includes('Exif')).toBe(true);

  // A file that cannot be displayed can be refused for that reason.
  await page.goto(consoleUrl(product, `/documentos/${inside?.documentId}`));
  await expect(onPage(page, TOO_BIG)).toBeVisible();
  await page.keyboard.press('r');
  await expect(panel(page).getByRole('heading', { name: 'Por que recusar?' })).toBeFocused();
  await page.keyboard.press('2');
  await expect(last(page)).toContainText(`Recusado · ${inside?.name}`);
  const shown = async () =>
    (await product.outbox(candidate.person.email)).find(({ template }) => template === 'N-24')?.text ?? '';
  await expect.poll(shown).toContain('Arquivo com erro');
});

test('K02: keys and thumbnails move between several files and pages', async ({ page, product }) => {
  const { asked } = await sender(product, page, [
    [
      ['frente.pdf', plainPdf('0.8 0 0')],
      ['verso.pdf', longPdf(120)],
      ['grande.pdf', longPdf(400)],
    ],
    [['papel.pdf', plainPdf()]],
  ]);
  const [first, second] = asked;
  await secretary(product, page, 'Bia Secretaria');
  await open(page, product, first?.documentId ?? 0);
  await expect(pages(page).getByRole('button')).toHaveCount(122);
  const current = pages(page).locator('[aria-current]');
  await expect(current).toHaveText(/1 de 122/);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowRight');
  await expect(current).toHaveText(/2 de 122/);
  await expect(
    paper(page).getByRole('img', { name: `${first?.name}, arquivo 2 de 3, página 1` }),
  ).toBeVisible();
  const below = () => page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight);
  expect(await below(), 'the review is longer than the screen').toBeLessThanOrEqual(0);
  await atBothWidths(page, 'documento-paginas');
  await pages(page)
    .getByRole('button', { name: /122 de 122$/ })
    .click();
  await expect(onPage(page, TOO_BIG)).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(
    paper(page).getByRole('img', { name: `${first?.name}, arquivo 2 de 3, página 120` }),
  ).toBeVisible();

  // Pages that nobody viewed exclude it from "all that are open".
  await page.goto(consoleUrl(product, `/documentos/${second?.documentId}`));
  await painted(page);
  await expect(panel(page).getByText('Ainda não visto').first()).toBeVisible();
  await expect(page.getByRole('button', { name: /^Aprovar os \d+ abertos$/ })).toHaveCount(0);
});

test('K02: a spreadsheet is not drawn; it is downloaded under a generated name and decided', async ({
  page,
  product,
}) => {
  const candidate = await Candidate.at('signed-up', product, page.context());
  await candidate.apply({ type: 1, ingress: 'document-analysis', q: 'psicologia' });
  const plans = (await documentsOf(candidate)).find(({ name }) => name === 'Conteúdos programáticos');
  await sendFor(candidate, plans?.documentId ?? 0, [['planos.xlsx', archiveOf(WORKBOOK)]]);
  await secretary(product, page, 'Bia Secretaria');
  await page.goto(consoleUrl(product, '/documentos?fila=selection-documents'));
  await page.locator(`[data-row="${plans?.documentId}"]`).getByRole('link').click();
  await expect(onPage(page, SHEET)).toBeVisible();
  await atBothWidths(page, 'documento-planilha');
  const { name, content } = await original(page);
  expect(name).toBe(`conteudos-programaticos-${candidate.subscriptionId}.xlsx`);
  expect(content.subarray(0, 2).toString()).toBe('PK');
  await page.keyboard.press('a');
  await expect
    .poll(async () =>
      (await documentsOf(candidate)).find(({ documentId }) => documentId === plans?.documentId),
    )
    .toMatchObject({ state: 'approved' });
});
