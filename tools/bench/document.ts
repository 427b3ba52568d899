import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { Candidate } from '../../e2e/support/candidate.ts';
import { documentsOf, secretary, sendFor } from '../../e2e/support/documents.ts';
import type { Product } from '../../e2e/support/product.ts';
import { consoleUrl } from '../../e2e/support/team.ts';
import { percentile } from './rounds.ts';
import type { Figure } from './table.ts';

/** How much slower the CPU of a cheap machine is than this one (spec-console 25.21). */
const SLOWER = 4;
/** Time a plain document may take, and how much of it is the person's own reading time (spec-console 25.8, 25.21). */
const WHOLE_MS = 5_000;
const LOOKING_MS = 4_000;
/** No key triggers a decision sooner after a paint (spec-console 25.3.5). */
const SOONEST_MS = 300;
const MOST_KEY_MS = 300;
const MOST_KEYS = 2;
const TWENTY = 20;
/** Polled this rarely because each poll of the page takes time itself. */
const POLL_MS = 100;
const PHOTO_BYTES = 2_000_000;

/**
 * What the page itself recorded: `key` = a decision by key, `answered` = the server's response to it, `painted` = a document is
 * on the paper in a frame that was shown.
 */
type Seen = { what: 'key' | 'answered' | 'painted'; at: number; id: string };
declare global {
  interface Window {
    seen?: Seen[];
  }
}

/** Records decision keys with the browser's own timestamps, and the frame in which each document is painted. */
function watch(): void {
  const seen: Seen[] = [];
  window.seen = seen;
  const idNow = () => /\/documentos\/(\d+)/.exec(location.pathname)?.[1] ?? '';
  addEventListener(
    'keydown',
    ({ key, timeStamp, repeat }) => {
      if (key === 'a' && !repeat) seen.push({ what: 'key', at: timeStamp, id: idNow() });
    },
    true,
  );
  // A PerformanceObserver would receive the mark only after the frame that shows the document, and so report the end of the
  // next frame.
  const mark = performance.mark.bind(performance);
  performance.mark = (name, options) => {
    if (name === 'document-painted')
      requestAnimationFrame(() =>
        setTimeout(() => seen.push({ what: 'painted', at: performance.now(), id: idNow() })),
      );
    return mark(name, options);
  };
  new PerformanceObserver((list) => {
    for (const { name, ...entry } of list
      .getEntries()
      .map((one) => one.toJSON() as PerformanceResourceTiming)) {
      const id = /\/documents\/(\d+)\/review$/.exec(name)?.[1];
      if (id) seen.push({ what: 'answered', at: entry.responseEnd, id });
    }
  }).observe({ type: 'resource', buffered: true });
}

/** A photo that hardly compresses, so that it has the size of a real one. */
async function photo(browser: Browser): Promise<Buffer> {
  const page = await browser.newPage();
  const text = await page.evaluate(async (wanted) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 1600, height: 1200 });
    const drawing = canvas.getContext('2d') as CanvasRenderingContext2D;
    const picture = drawing.createImageData(canvas.width, canvas.height);
    for (let at = 0; at < picture.data.length; at++)
      picture.data[at] = at % 4 === 3 ? 255 : Math.random() * 256;
    drawing.putImageData(picture, 0, 0);
    let best = '';
    for (let quality = 0.95; quality > 0.1; quality -= 0.05) {
      best = canvas.toDataURL('image/jpeg', quality).split(',')[1] ?? '';
      if ((best.length * 3) / 4 <= wanted * 1.1) break;
    }
    return best;
  }, PHOTO_BYTES);
  await page.close();
  return Buffer.from(text, 'base64');
}

/** Creates applications whose required documents are all pending, each with one photo. */
async function fill(
  product: Product,
  context: BrowserContext,
  applications: number,
  content: Buffer,
): Promise<number> {
  let documents = 0;
  for (let one = 0; one < applications; one++) {
    const candidate = await Candidate.at('paid', product, context);
    for (const { documentId, required } of await documentsOf(candidate)) {
      if (!required) continue;
      await sendFor(candidate, documentId, [['foto.jpg', content]]);
      documents += 1;
    }
  }
  return documents;
}

const seenIn = (page: Page): Promise<Seen[]> => page.evaluate(() => window.seen ?? []);

/** Presses the approval key `lookMs` after each paint until nothing is pending; times are measured in the page. */
async function decideAll(page: Page, count: number, lookMs: number): Promise<Seen[]> {
  let decided = 0;
  while (decided < count) {
    const id = /\/documentos\/(\d+)/.exec(page.url())?.[1];
    // The last required document of an application needs a second key press to confirm.
    await page.waitForFunction(
      ({ now, wait }) => {
        const painted = window.seen?.findLast(({ what, id }) => what === 'painted' && id === now);
        return painted !== undefined && performance.now() - painted.at > wait;
      },
      { now: id, wait: lookMs },
      { polling: POLL_MS, timeout: 30_000 },
    );
    await page.keyboard.press('a');
    await page.waitForFunction(
      (before) => {
        const path = location.pathname;
        return (
          !path.endsWith(`/documentos/${before}`) || document.querySelector('.bench__foot .notice') !== null
        );
      },
      id,
      { polling: POLL_MS, timeout: 30_000 },
    );
    if (page.url().includes(`/documentos/${id}`)) await page.keyboard.press('a');
    await page.waitForFunction((before) => !location.pathname.endsWith(`/documentos/${before}`), id, {
      polling: POLL_MS,
      timeout: 30_000,
    });
    decided += 1;
  }
  return seenIn(page);
}

type Times = { keyToPaint: number[]; keyToAnswer: number[]; paintToPaint: number[]; keys: number };

/** Computes the times between the keys and the paints of one run. */
function timesOf(seen: readonly Seen[]): Times {
  const paints = seen.filter(
    ({ what, id }, at) =>
      what === 'painted' &&
      id !== '' &&
      seen.findIndex((one) => one.what === 'painted' && one.id === id) === at,
  );
  const keys = seen.filter(({ what }) => what === 'key');
  const keyToPaint: number[] = [];
  const keyToAnswer: number[] = [];
  const paintToPaint: number[] = [];
  for (const [at, next] of paints.entries()) {
    const before = paints[at - 1];
    if (!before) continue;
    const key = keys.findLast(({ at: pressed, id }) => pressed < next.at && id === before.id);
    if (!key) continue;
    keyToPaint.push(next.at - key.at);
    paintToPaint.push(next.at - before.at);
    const answer = seen.find(({ what, id }) => what === 'answered' && id === before.id);
    if (answer) keyToAnswer.push(answer.at - key.at);
  }
  return { keyToPaint, keyToAnswer, paintToPaint, keys: keys.length };
}

const both = (times: readonly number[]): string =>
  `${Math.round(percentile(times, 0.5))} / ${Math.round(percentile(times, 0.95))} ms`;

type Way = { applications: number; content: Buffer; slower: number; lookMs: number };

/** Decides everything pending in a separate browser; returns how many documents there were. */
async function run(
  product: Product,
  browser: Browser,
  { applications, content, slower, lookMs }: Way,
): Promise<Times & { documents: number }> {
  const people = await browser.newContext();
  const documents = await fill(product, people, applications, content);
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'pt-BR' });
  await context.addInitScript(watch);
  const page = await context.newPage();
  await secretary(product, page, 'Bia Medida');
  await page.goto(consoleUrl(product, '/documentos?fila=enrolment-documents'));
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower });
  await page.getByRole('heading', { level: 1, name: /para conferir$/ }).waitFor();
  await page.keyboard.press('n');
  await page.waitForURL(/\/documentos\/\d+/);
  const times = timesOf(await decideAll(page, documents, lookMs));
  await context.close();
  await people.close();
  return { ...times, documents };
}

/** Time between a key and the next document for somebody who reads each one. */
function keyFigures({ keyToPaint, keyToAnswer }: Times, slower: number): Figure[] {
  const where = slower === 1 ? '' : `, processor ${slower} times slower`;
  return [
    {
      what: `decision key → next document painted${where} (p50 / p95 of ${keyToPaint.length})`,
      measured: both(keyToPaint),
      target: `≤ ${MOST_KEY_MS} ms`,
      reached: percentile(keyToPaint, 0.95) <= MOST_KEY_MS,
    },
    {
      what: `of which until the server's answer${where}`,
      measured: both(keyToAnswer),
      target: '',
      reached: null,
    },
  ];
}

/** What remains of five seconds for somebody who does not read at all. */
function scriptFigures({ paintToPaint, keys, documents }: Times & { documents: number }): Figure[] {
  const most = WHOLE_MS - LOOKING_MS;
  const twenty = paintToPaint.slice(0, TWENTY);
  const seconds = twenty.reduce((sum, one) => sum + one, 0) / 1000;
  return [
    {
      what: 'paint → paint without looking (p50 / p95)',
      measured: both(paintToPaint),
      target: `≤ ${most} ms of ${WHOLE_MS}`,
      reached: percentile(paintToPaint, 0.95) <= most,
    },
    {
      what: `${twenty.length} documents without looking`,
      measured: `${seconds.toFixed(1)} s, ${(keys / documents).toFixed(2)} keys each`,
      target: `≤ ${(twenty.length * most) / 1000} s, ≤ ${MOST_KEYS} keys`,
      reached: seconds * 1000 <= twenty.length * most && keys / documents <= MOST_KEYS,
    },
  ];
}

/**
 * How long a plain document takes a reviewer who decides by keys, apart from the person's own reading time (spec-console 25.8,
 * 25.21), with photos of 2 MB. First with reading for half of the four seconds while what follows is preloaded, on the machine
 * as it is and with a CPU four times slower; then with a script that decides without reading. Times are taken in the page, from
 * the browser's own timestamp of the key to the frame after the mark that a document was painted.
 */
export async function documentFigures(
  product: Product,
  executablePath: string,
  applications: number,
  report: (text: string) => void,
): Promise<Figure[]> {
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--host-resolver-rules=MAP *.orbita.test 127.0.0.1'],
  });
  try {
    const content = await photo(browser);
    report(`${applications} applications in each run, photos of ${(content.length / 1e6).toFixed(1)} MB`);
    const figures: Figure[] = [];
    for (const slower of [1, SLOWER]) {
      const way = { applications, content, slower, lookMs: LOOKING_MS / 2 };
      figures.push(...keyFigures(await run(product, browser, way), slower));
    }
    const script = { applications, content, slower: 1, lookMs: SOONEST_MS };
    return [...figures, ...scriptFigures(await run(product, browser, script))];
  } finally {
    await browser.close();
  }
}
