import { setTimeout as pause } from 'node:timers/promises';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { Candidate } from '../../e2e/support/candidate.ts';
import { pdfOf } from '../../e2e/support/content.ts';
import { fileField } from '../../e2e/support/files.ts';
import { Line } from '../../e2e/support/line.ts';
import { Product } from '../../e2e/support/product.ts';
import type { Figure } from './table.ts';

const DOCUMENT = 'Comprovante de residência';
const CUT_AT = /^9\d% · /;
/** A chunk takes up to three seconds; one may be lost entirely, and its headers come on top. */
const LOST_SECONDS = 4;

export type Way = { megabytes: number; kilobits: number; cutSeconds: number };
type Stored = { name: string; files: { size: number; scan: string }[] };

const kib = (bytes: number): string => `${Math.round(bytes / 1024).toLocaleString('en')} KiB`;

/** Limits the upload rate of a page to that connection's. */
async function narrow(context: BrowserContext, page: Page, bytesPerSecond: number): Promise<void> {
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: bytesPerSecond,
  });
}

/**
 * Sends a file from the page over a slow connection that is interrupted for a while at 90 %, and reports what the interruption
 * costs (spec 15.9).
 */
async function sendOver(product: Product, line: Line, context: BrowserContext, way: Way): Promise<Figure[]> {
  const rate = (way.kilobits * 1000) / 8;
  const file = pdfOf(way.megabytes * 1_000_000);
  const who = await Candidate.at('paid', product, context);
  const page = await context.newPage();
  await page.goto(line.over(who.page));
  const card = page.getByRole('article').filter({ hasText: DOCUMENT });
  await card.waitFor();
  await narrow(context, page, rate);
  const [began, before] = [performance.now(), line.sent];
  await fileField(card).setInputFiles(
    { name: 'grande.pdf', mimeType: 'application/pdf', buffer: file },
    { timeout: 60_000 },
  );
  const ideal = file.length / rate + way.cutSeconds;
  await card.getByText(CUT_AT).waitFor({ timeout: ideal * 2000 });
  line.cut();
  await pause(way.cutSeconds * 1000);
  line.restore();
  await card.getByText('Em análise').waitFor({ timeout: ideal * 2000 });
  const seconds = (performance.now() - began) / 1000;
  const beyond = line.sent - before - file.length;
  const listed = await who.call<Stored[]>(
    'GET',
    `/candidate/subscriptions/${who.subscriptionId}/documents?stage=enrollment`,
  );
  const sizes = listed.find(({ name }) => name === DOCUMENT)?.files.map(({ size }) => size) ?? [];
  const most = rate * LOST_SECONDS;
  return [
    {
      what: `${way.megabytes} MB at ${way.kilobits} kbit/s, cut for ${way.cutSeconds} s at 90 %: arrived`,
      measured: sizes.map((size) => `${size} bytes`).join(', '),
      target: `${file.length} bytes, once`,
      reached: sizes.length === 1 && sizes[0] === file.length,
    },
    {
      what: 'sent beyond the file (twice, and headers)',
      measured: kib(beyond),
      target: `≤ ${kib(most)}`,
      reached: beyond <= most,
    },
    {
      what: 'time, from the choice of the file',
      measured: `${Math.round(seconds)} s`,
      target: `≤ ${Math.round(ideal * 1.15)} s (line and cut alone: ${Math.round(ideal)} s)`,
      reached: seconds <= ideal * 1.15,
    },
  ];
}

/** Measures one upload over an interrupted connection with its own product and browser. */
export async function uploadFigures(browserPath: string, way: Way): Promise<Figure[]> {
  const product = await Product.start();
  const line = await Line.to(product);
  const browser = await chromium.launch({
    executablePath: browserPath,
    args: ['--no-sandbox', '--disable-gpu', '--host-resolver-rules=MAP *.orbita.test 127.0.0.1'],
  });
  try {
    return await sendOver(product, line, await browser.newContext({ locale: 'pt-BR' }), way);
  } finally {
    await browser.close();
    line.close();
    await product.stop();
  }
}
