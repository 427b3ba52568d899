import { writeFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { Candidate } from '../support/candidate.ts';
import { EICAR, LOCKED_PDF, pdfOf } from '../support/content.ts';
import { fileField, openDocument } from '../support/files.ts';
import { Line } from '../support/line.ts';
import type { Product } from '../support/product.ts';
import { expect, expectAccessible, test } from '../support/test.ts';

const FORMAT = 'Formato não aceito. Envie PDF ou JPEG.';
const PNG = 'A imagem é PNG, que não abrimos. Abra no seu aparelho, salve como JPEG e envie de novo.';
const BIG = 'O arquivo excede 30MB.';
const EMPTY = 'O arquivo está vazio.';
const REFUSED = 'Não aceitamos este arquivo: ele parece perigoso. Envie outro.';
const WAITS = 'Sem internet. O envio segue quando ela voltar.';
const NAME = 'Comprovante de residência';

/** The documents of somebody who has paid, and one of them. */
async function openDocuments(page: Page, product: Product, line?: Line, host?: string) {
  const candidate = await Candidate.at('paid', product, page.context(), host ? { host } : {});
  await page.goto(line?.over(candidate.page) ?? candidate.page);
  await expect(page.getByText('0 de 7 aprovados')).toBeVisible();
  const card = page.getByRole('article').filter({ hasText: NAME });
  await expect(card).toHaveCount(1);
  return { candidate, card };
}

/**
 * Picks a file from the disk, because passing thirty megabytes through the browser's own connection takes a busy machine too
 * long.
 */
async function send(card: Locator, name: string, buffer: Buffer): Promise<void> {
  const path = test.info().outputPath(name);
  await writeFile(path, buffer);
  await fileField(card).setInputFiles(path);
}

/** Offsets at which the requests of a resumed upload start. */
function offsetsOf(page: Page): number[] {
  const offsets: number[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') offsets.push(Number(request.headers()['upload-offset']));
  });
  return offsets;
}

type Stored = { name: string; state: string; files: { name: string; size: number; scan: string }[] };

const stored = async (candidate: Candidate): Promise<Stored | undefined> => {
  const all = await candidate.call<Stored[]>(
    'GET',
    `/candidate/subscriptions/${candidate.subscriptionId}/documents?stage=enrollment`,
  );
  return all.find(({ name }) => name === NAME);
};

/** A phone connection so narrow that a file of some megabytes takes a while; returns a function to widen it again. */
async function narrow(page: Page): Promise<() => Promise<void>> {
  const devtools = await page.context().newCDPSession(page);
  const line = async (uploadThroughput: number) => {
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    });
  };
  await devtools.send('Network.enable');
  await line(150 * 1024);
  return () => line(-1);
}

test('U18 files that cannot be accepted show why before they are sent', async ({ page, product }) => {
  const { candidate, card } = await openDocuments(page, product);
  let posts = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/files')) posts += 1;
  });
  const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
  const program = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(4096)]);
  for (const [name, content, text] of [
    ['grande.pdf', Buffer.concat([pdfOf(1), Buffer.alloc(31 * 1024 * 1024)]), BIG],
    ['programa.jpg', program, FORMAT],
    ['imagem.jpg', png, PNG],
    ['foto.png', png, PNG],
    ['vazio.pdf', Buffer.alloc(0), EMPTY],
  ] as const) {
    await send(card, name, content);
    await expect(card.getByRole('alert').getByText(text)).toBeVisible();
    if (name === 'programa.jpg') await expectAccessible(page, 'refused file');
    await card.getByRole('button', { name: `Remover ${name}` }).click();
    await expect(card.getByText(name)).toHaveCount(0);
  }
  expect(posts).toBe(0);
  expect(await stored(candidate)).toMatchObject({ state: 'pending', files: [] });

  // A picture that this browser can decode becomes a JPEG for the upload, whatever its name.
  const drawn = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 400, height: 300 });
    canvas.getContext('2d')?.fillRect(20, 20, 200, 100);
    return canvas.toDataURL('image/png').split(',')[1] ?? '';
  });
  await send(card, 'tela.bin', Buffer.from(drawn, 'base64'));
  await expect(card.getByText('Em análise')).toBeVisible();
  const [file] = (await stored(candidate))?.files ?? [];
  expect(file?.name).toMatch(/\.jpg$/);
});

test('the server checks what the page let through', async ({ page, product, expectedStatuses }) => {
  expectedStatuses.add(422);
  const { candidate, card } = await openDocuments(page, product);
  await send(card, 'protegido.pdf', LOCKED_PDF);
  await expect(card.getByText('O arquivo está protegido por senha. Envie sem senha.')).toBeVisible();
  await send(card, 'rasgado.pdf', pdfOf(2000).subarray(0, 500));
  await expect(card.getByText('Não foi possível abrir o arquivo. Envie outro.')).toBeVisible();
  await expect(card.getByRole('button', { name: 'Tentar de novo' })).toHaveCount(0);
  await expectAccessible(page, 'files refused by the server');
  expect(await stored(candidate)).toMatchObject({ state: 'pending', files: [] });
  await send(card, 'certo.pdf', pdfOf(2000));
  await expect(card.getByText('Em análise')).toBeVisible();
});

test('U17 an upload in progress can be cancelled', async ({ page, product }) => {
  const { candidate, card } = await openDocuments(page, product);
  const widen = await narrow(page);
  await send(card, 'longo.pdf', pdfOf(20_000_000));
  await expect(card.getByText(/^\d+% · \d+,\d de 19,1 MB$/)).toBeVisible();
  await expectAccessible(page, 'file on its way');
  await card.getByRole('button', { name: 'Cancelar envio de longo.pdf' }).click();
  await expect(card.getByText('longo.pdf')).toHaveCount(0);
  await widen();
  expect(await stored(candidate)).toMatchObject({ state: 'pending', files: [] });
  await send(card, 'longo.pdf', pdfOf(4_000_000));
  await expect(card.getByText('Em análise')).toBeVisible();
  expect((await stored(candidate))?.files).toHaveLength(1);
});

test('U17 a file is held while the connection is lost and sent when it returns', async ({
  page,
  product,
  expectedStatuses,
}) => {
  expectedStatuses.add(0);
  const line = await Line.to(product);
  const { candidate, card } = await openDocuments(page, product, line);
  const widen = await narrow(page);
  const offsets = offsetsOf(page);
  await send(card, 'ponte.pdf', pdfOf(4_000_000));
  await expect(page.getByText('Enviando ponte.pdf…')).toBeAttached();
  await expect(card.getByText(/^[3-9]\d% · /)).toBeVisible({ timeout: 30_000 });
  const before = offsets.length;
  line.cut();
  await expect(card.getByText(WAITS)).toBeVisible();
  await expectAccessible(page, 'file waiting for the line');
  await widen();
  line.restore();
  await expect(card.getByText('Em análise')).toBeVisible({ timeout: 30_000 });
  await expect(card.getByText(WAITS)).toHaveCount(0);
  await expect(page.getByText('ponte.pdf enviado. Em análise.')).toBeAttached();
  expect(offsets[before]).toBeGreaterThan(800_000);
  expect((await stored(candidate))?.files.map(({ name }) => name)).toEqual(['ponte.pdf']);
  line.close();
});

test('an upload interrupted by a reload resumes when the file is chosen again', async ({ page, product }) => {
  // Browsers hash files in secure contexts only, which plain HTTP is only on this host.
  const { candidate, card } = await openDocuments(page, product, undefined, 'localhost');
  const widen = await narrow(page);
  await send(card, 'volta.pdf', pdfOf(4_000_000));
  await expect(card.getByText(/^[3-9]\d% · /)).toBeVisible({ timeout: 30_000 });
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(card.getByText(/^O envio parou em \d\d%/)).toBeVisible();
  await expectAccessible(page, 'interrupted upload');
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(
    'volta',
  );
  await widen();
  const offsets = offsetsOf(page);
  await send(card, 'volta.pdf', pdfOf(4_000_000));
  await expect(card.getByText('Em análise')).toBeVisible();
  await expect(card.getByText(/^O envio parou/)).toHaveCount(0);
  expect(offsets[0]).toBeGreaterThan(800_000);
  expect((await stored(candidate))?.files).toMatchObject([
    { name: 'volta.pdf', size: pdfOf(4_000_000).length },
  ]);
});

test('a power cut during an upload leaves only whole files, and the page sends again', async ({
  page,
  product,
  expectedStatuses,
}) => {
  for (const status of [0, 500, 502, 503, 504]) expectedStatuses.add(status);
  const { candidate, card } = await openDocuments(page, product);
  const widen = await narrow(page);
  await send(card, 'queda.pdf', pdfOf(4_000_000));
  await expect(card.getByText(/^\d+% · /)).toBeVisible();
  await product.kill();
  await expect(card.getByText(WAITS)).toBeVisible();
  await widen();
  await product.launch();
  // An attempt that hits a server still starting counts as interrupted after 25 s, and the next follows 10 s later.
  await expect(card.getByText('Em análise')).toBeVisible({ timeout: 80_000 });
  const files = (await stored(candidate))?.files ?? [];
  expect(files.map(({ name, size }) => [name, size])).toEqual([['queda.pdf', pdfOf(4_000_000).length]]);
  await page.reload();
  await openDocument(card);
  await expect(card.getByText('queda.pdf').first()).toBeVisible();
});

test('an infected file is withdrawn, and another one is requested', async ({ page, product }) => {
  const { candidate, card } = await openDocuments(page, product);
  await send(card, 'doente.pdf', pdfOf(2000, EICAR));
  await expect(card.getByText(REFUSED)).toBeVisible();
  await expect(card.getByText('Pendente')).toBeVisible();
  await expect(card.getByRole('button', { name: /^(Ver|Baixar) / })).toHaveCount(0);
  await expectAccessible(page, 'infected file');
  await page.reload();
  await expect(card.getByText(REFUSED)).toBeVisible();
  await send(card, 'sadio.pdf', pdfOf(2000));
  await expect(card.getByText('Em análise')).toBeVisible();
  expect((await stored(candidate))?.state).toBe('sent');
});

test('files wait while the scanner is down, and nobody can open them', async ({
  page,
  product,
  expectedStatuses,
}) => {
  expectedStatuses.add(409);
  const { candidate, card } = await openDocuments(page, product);
  await product.setFault('scan', 'down');
  await send(card, 'espera.pdf', pdfOf(2000));
  await expect(card.getByText('Em análise')).toBeVisible();
  await openDocument(card);
  await expect(card.getByText('Em verificação')).toBeVisible();
  await expect(card.getByRole('button', { name: /^(Ver|Baixar) / })).toHaveCount(0);
  await expectAccessible(page, 'file waiting for the scanner');
  await product.setFault('scan', 'ok');
  await product.setClock('2026-01-12T10:05:00-03:00');
  await expect.poll(async () => (await stored(candidate))?.files[0]?.scan).toBe('clean');
  await expect(card.getByRole('button', { name: /^Ver espera\.pdf de \S/ })).toBeVisible();
  await expect(card.getByText('Em verificação')).toHaveCount(0);
});
