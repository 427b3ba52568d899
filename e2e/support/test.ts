import { setTimeout } from 'node:timers/promises';
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { axeFaults } from './axe.ts';
import { htmlFaults } from './html.ts';
import { Product } from './product.ts';
import { ONE_WIDTH, widthOf } from './widths.ts';

type Fixtures = {
  /** Statuses the test causes on purpose; any other failed request makes it fail. */
  expectedStatuses: Set<number>;
  /** This browser's earlier answer to the cookie banner: two digits, or null if it was never asked. */
  cookieChoice: string | null;
};

const HOSTS = [
  'cua.alfa.orbita.test',
  'epa.alfa.orbita.test',
  'alfa.orbita.test',
  'beta.orbita.test',
  'localhost',
];

/** A refusal that a page passes on to its error page is logged by the libraries involved. */
const REPORTED_BY_BOUNDARY =
  /^React Router caught|^\w+: (Sistema indisponível|Registro não encontrado|Você está sem conexão|O sistema não respondeu)/;

/**
 * A page of another host learns slightly late that motion is reduced here; the browser then aborts the transition between the
 * pages, which nobody would have seen.
 */
const CUT_TRANSITION = /^Transition was aborted because of invalid state\. ViewTransition opt-in disabled$/;

/** Each page and call is delayed by a random time up to this: the order of responses is not guaranteed. */
const MOST_DELAY_MS = Number(process.env.ORBITA_E2E_DELAY_MS ?? 0);

const slowDown = (context: BrowserContext): Promise<unknown> =>
  context.route(
    // For scripts and styles this would add up to minutes; missing parts have their own tests.
    (url) => url.pathname.startsWith('/orbita/') && !url.pathname.includes('/assets/'),
    async (route) => {
      await setTimeout(Math.random() * MOST_DELAY_MS);
      // The page may have moved on meanwhile.
      await route.continue().catch(() => undefined);
    },
  );

/** Card numbers of the sandbox, which no request to the product may contain (D-66). */
const CARD_NUMBER = /(?:4000|5200|6505)[ +]?0[05]00[ +]?0000[ +]?\d{4}/;
const ours = (url: string): boolean => new URL(url).pathname.startsWith('/orbita/');

/** Browser test with its own product; console errors, page errors and unexpected 5xx make it fail. */
export const test = base.extend<Fixtures & { strict: undefined }, { product: Product }>({
  cookieChoice: ['00', { option: true }],
  viewport: async ({ viewport }, use, { file, project }) =>
    use(project.name === ONE_WIDTH ? widthOf(file).viewport : viewport),
  isMobile: async ({ isMobile }, use, { file, project }) =>
    use(project.name === ONE_WIDTH ? widthOf(file).isMobile : isMobile),
  hasTouch: async ({ hasTouch }, use, { file, project }) =>
    use(project.name === ONE_WIDTH ? widthOf(file).hasTouch : hasTouch),
  context: async ({ context, cookieChoice }, use) => {
    if (cookieChoice !== null)
      await context.addCookies(
        HOSTS.map((domain) => ({
          name: 'cookieConsent',
          value: cookieChoice,
          domain,
          path: '/orbita/candidate',
        })),
      );
    if (MOST_DELAY_MS > 0) await slowDown(context);
    await use(context);
  },
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright demands the pattern
    async ({}, use) => {
      const product = await Product.start();
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright demands the pattern
  expectedStatuses: async ({}, use) => {
    await use(new Set());
  },
  strict: [
    async ({ page, product, expectedStatuses }, use) => {
      const problems: string[] = [];
      // A closed dialog removes its history entry shortly afterwards, which would cancel a navigation started before that.
      const closed = () => !(history.state as { layer?: number } | null)?.layer;
      const untilClosed = async () => {
        // Asked once, because waiting for a function costs a page that is being drawn a quarter of a second.
        if (!(await page.evaluate(closed).catch(() => true)))
          await page.waitForFunction(closed, null, { timeout: 2_000 }).catch(() => undefined);
      };
      const goto = page.goto.bind(page);
      page.goto = async (url, options) => {
        await untilClosed();
        return goto(url, options);
      };
      const reload = page.reload.bind(page);
      page.reload = async (options) => {
        await untilClosed();
        return reload(options);
      };
      page.on('pageerror', (error) => {
        if (!CUT_TRANSITION.test(error.message)) problems.push(`page error: ${error.message}`);
      });
      page.on('request', (request) => {
        if (!ours(request.url())) return;
        const typed = /json|form|text/.test(request.headers()['content-type'] ?? '') && request.postData();
        if (CARD_NUMBER.test(`${request.url()} ${typed || ''}`))
          problems.push(`a card number was sent to ${request.url()}`);
      });
      page.on('console', (message) => {
        if (message.type() !== 'error' && message.type() !== 'warning') return;
        const status = /status of (\d+)/.exec(message.text())?.[1];
        if (status && (expectedStatuses.has(Number(status)) || Number(status) < 500)) return;
        if (expectedStatuses.size > 0 && REPORTED_BY_BOUNDARY.test(message.text())) return;
        if (expectedStatuses.has(0) && /ERR_|WebSocket|Failed to fetch/.test(message.text())) return;
        problems.push(`console: ${message.text()}`);
      });
      await use(undefined);
      await product.resetClock();
      expect(problems, 'nothing may go wrong silently').toEqual([]);
    },
    { auto: true },
  ],
});

/** What is looked for on a page (`expectAccessible`). */
export type Looking = { loading?: boolean; only?: readonly string[]; without?: readonly string[] };

/**
 * What axe (WCAG 2.2 A and AA and best practices) and, unless `only` selects some of its rules, html-validate report for the
 * page in its current state.
 */
async function accessibilityFaults(page: Page, { loading, only, without = [] }: Looking): Promise<string[]> {
  const faults = await axeFaults(page, loading ? ['page-has-heading-one'] : [], only);
  if (only) return faults;
  const markup = await htmlFaults(await page.content());
  return [...faults, ...markup.filter((fault) => !without.some((rule) => fault.startsWith(`${rule}:`)))];
}

/**
 * Expects no accessibility fault on the settled page: a fault that is gone a second later came from rendering. While the page
 * is `loading` its heading may still be missing. `only` = no rules but these; `without` = rules of the markup that do not count.
 */
export async function expectAccessible(page: Page, what: string, looking: Looking = {}): Promise<void> {
  let faults = await accessibilityFaults(page, looking);
  for (const pause of [300, 1000]) {
    if (faults.length === 0) break;
    await page.waitForTimeout(pause);
    faults = await accessibilityFaults(page, looking);
  }
  expect(faults, `${what} has accessibility faults`).toEqual([]);
}

/**
 * Removes cookies from a browser, all of them by default. An open page would notice and leave by itself, interfering with what
 * is opened next.
 */
export async function forget(page: Page, which?: { name: string | RegExp }): Promise<void> {
  await page.goto('about:blank');
  await page.context().clearCookies(which);
}

/** Expects that nothing scrolls horizontally. */
export async function expectNoSideways(page: Page): Promise<void> {
  const over = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(over, 'the page scrolls sideways').toBeLessThanOrEqual(0);
}

export { expect };
