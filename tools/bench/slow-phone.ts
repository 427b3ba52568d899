import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { Candidate, type State } from '../../e2e/support/candidate.ts';
import { Product } from '../../e2e/support/product.ts';
import type { Figure } from './table.ts';

/** Slow 3G of the browser's developer tools: 400 kbit/s both ways, 400 ms per round trip; the CPU is six times slower. */
const LINE = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const SLOWER = 6;
const TARGET_S = 3;
/** Nobody waits longer; the figure then says so. */
const GIVE_UP_MS = 60_000;

type Step = {
  what: string;
  /** How far the application is; undefined for a visitor. */
  state?: State;
  path: (candidate: Candidate | undefined) => string;
  /** Accessible name of the page's main action: a button, a link or a field. */
  action: RegExp;
  /** The previous page, whose files are in the phone's cache. */
  before: (candidate: Candidate | undefined) => string;
};

const ownPage = (candidate: Candidate | undefined) =>
  new URL(candidate?.page ?? '').pathname.slice('/orbita/candidate'.length);
const start = () => '/';
const portal = () => '/portal';
const STEPS: readonly Step[] = [
  { what: 'sign-in', path: start, action: /^CPF/, before: start },
  {
    what: 'portal',
    state: 'signed-up',
    path: portal,
    action: /^(Escolher curso|Nova inscrição)/,
    before: start,
  },
  { what: 'courses', state: 'signed-up', path: () => '/course', action: /^Ver curso/, before: portal },
  { what: 'essay rules', state: 'applied', path: ownPage, action: /Iniciar|Começar/, before: portal },
  {
    what: 'enrolment data',
    state: 'approved',
    path: (one) => `${ownPage(one)}?etapa=dados`,
    action: /Salvar e continuar/,
    before: ownPage,
  },
  {
    what: 'contract',
    state: 'data-complete',
    path: (one) => `${ownPage(one)}?etapa=revisao`,
    action: /Ler contrato/,
    before: ownPage,
  },
  { what: 'payment', state: 'contract-accepted', path: ownPage, action: /^Pix/, before: portal },
  { what: 'documents', state: 'paid', path: ownPage, action: /^Enviar arquivo/, before: portal },
];

const mainAction = (page: Page, name: RegExp) =>
  page
    .getByRole('button', { name })
    .or(page.getByRole('link', { name }))
    .or(page.getByRole('textbox', { name }))
    .or(page.getByRole('radio', { name }))
    .first();

/** Loads a page on the slow phone; returns the seconds until its main action is usable, and the number of requests. */
async function load(context: BrowserContext, url: string, action: RegExp): Promise<string> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', LINE);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  let requests = 0;
  page.on('response', (answer) => {
    if (!answer.fromServiceWorker() && answer.url().startsWith('http')) requests += 1;
  });
  const from = performance.now();
  await page.goto(url, { waitUntil: 'commit', timeout: GIVE_UP_MS });
  // What covers it, such as the cookie banner, can be dismissed first.
  const usable = await mainAction(page, action)
    .click({ trial: true, force: true, timeout: GIVE_UP_MS })
    .then(
      () => true,
      () => false,
    );
  if (!usable) {
    const heading = await page
      .locator('h1')
      .first()
      .textContent({ timeout: 1_000 })
      .catch(() => 'none');
    await page.close();
    return `not within ${GIVE_UP_MS / 1000} s; heading: ${heading}`;
  }
  const seconds = (performance.now() - from) / 1000;
  await page.close();
  return `${seconds.toFixed(1)} s, ${requests} answers`;
}

async function figureOf(browser: Browser, product: Product, step: Step): Promise<Figure[]> {
  const { what, state, action } = step;
  const open = () =>
    browser.newContext({
      viewport: { width: 360, height: 740 },
      isMobile: true,
      hasTouch: true,
      locale: 'pt-BR',
    });
  const first = await open();
  const candidate = state && (await Candidate.at(state, product, first));
  const url = product.url(step.path(candidate));
  const cold = await load(first, url, action);
  await first.close();
  const next = await open();
  await candidate?.enter(next);
  if (state === 'paid') await candidate?.readNews(next);
  const page = await next.newPage();
  await page.goto(product.url(step.before(candidate)), { waitUntil: 'networkidle' });
  await page.close();
  const warm = await load(next, url, action);
  await next.close();
  return [
    { what: `${what}, first visit`, measured: cold, target: '', reached: null },
    {
      what: `${what}, after the page before`,
      measured: warm,
      target: `≤ ${TARGET_S} s`,
      reached: Number.parseFloat(warm) <= TARGET_S,
    },
  ];
}

/** How long one waits for the main action of each page of J01 on a cheap phone with Slow 3G (timed, so never a test). */
export async function slowPhone(executablePath: string): Promise<Figure[]> {
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--host-resolver-rules=MAP *.orbita.test 127.0.0.1'],
  });
  const product = await Product.start();
  try {
    const figures: Figure[] = [];
    for (const step of STEPS) figures.push(...(await figureOf(browser, product, step)));
    return figures;
  } finally {
    await product.stop();
    await browser.close();
  }
}
