import { type BrowserContext, chromium, type Page } from '@playwright/test';
import type { Product } from '../../e2e/support/product.ts';
import { inpOf } from './inp.ts';
import { arrive, CONTRACT, COURSE, DOCUMENTS, EDITOR, PORTAL, type Route } from './routes.ts';
import type { Figure } from './table.ts';

/** How much slower the CPU of a cheap phone is than this one, as Lighthouse assumes. */
const SLOWER = 4;
const MOST_MS = 100;
/** The browser does not report shorter interactions. */
const SHORTEST_MS = 16;
const LETTERS = 150;
const TIMES = 5;
/** An essay of the usual length is already there. */
const WRITTEN = 'Escrever todo dia ajuda a pensar com calma e a dizer o que se quer. '.repeat(30);

declare global {
  interface Window {
    /** Longest event of each interaction, by the browser's interaction id. */
    interactions?: Map<number, number>;
    /** Time from each click that opened a dialog to the frame that shows it. */
    openings?: number[];
  }
}

/** Collects every interaction that the browser reports for a page from its start. */
function watch(shortest: number): void {
  const found = new Map<number, number>();
  window.interactions = found;
  const options = { type: 'event', durationThreshold: shortest, buffered: true };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { interactionId, duration } = entry as PerformanceEventTiming & { interactionId: number };
      if (interactionId) found.set(interactionId, Math.max(found.get(interactionId) ?? 0, duration));
    }
  }).observe(options);
  const openings: number[] = [];
  window.openings = openings;
  let pressed = 0;
  addEventListener(
    'click',
    ({ timeStamp }) => {
      pressed = timeStamp;
    },
    true,
  );
  new MutationObserver((changes) => {
    if (changes.some(({ target }) => target instanceof HTMLDialogElement && target.open))
      requestAnimationFrame(() => setTimeout(() => openings.push(performance.now() - pressed)));
  }).observe(document, { subtree: true, attributeFilter: ['open'] });
}

type Act = {
  what: string;
  route: Route;
  /** Uses the page and returns the number of interactions. */
  use: (page: Page) => Promise<number>;
};

/** Puts an essay into the editor without key presses. */
async function fill(page: Page): Promise<void> {
  const text = page.getByRole('textbox', { name: 'Redação', exact: true });
  await page.getByRole('textbox', { name: 'Título' }).fill('Escrever todo dia');
  await text.fill(WRITTEN);
  await text.focus();
}

async function write(page: Page): Promise<number> {
  await fill(page);
  await page.keyboard.press('End');
  for (const letter of WRITTEN.slice(0, LETTERS)) await page.keyboard.press(letter, { delay: 30 });
  return LETTERS;
}

/** Opens a dialog with its button and closes it with its own, repeatedly. */
const dialog =
  (button: RegExp, before: (page: Page) => Promise<void> = async () => undefined) =>
  async (page: Page): Promise<number> => {
    for (let times = 0; times < TIMES; times++) {
      await before(page);
      await page.getByRole('button', { name: button }).first().click();
      const opened = page.getByRole('dialog');
      await opened.waitFor();
      await page.waitForTimeout(300);
      await opened
        .getByRole('button', { name: 'Fechar' })
        .or(opened.getByRole('button').last())
        .first()
        .click();
      await opened.waitFor({ state: 'detached' });
    }
    return TIMES * 2;
  };
const menu = (page: Page): Promise<void> =>
  page.locator('summary').filter({ hasText: 'Mais opções' }).click();

const ACTS: readonly Act[] = [
  { what: `editor, ${LETTERS} letters`, route: EDITOR, use: write },
  { what: 'editor, dialog to finish', route: EDITOR, use: dialog(/^Finalizar/, fill) },
  { what: 'portal, dialog of the e-mail', route: PORTAL, use: dialog(/^Confirmar/) },
  { what: 'course, dialog of a filter', route: COURSE, use: dialog(/^Polo/) },
  { what: 'contract, its dialog', route: CONTRACT, use: dialog(/^Ler contrato/) },
  { what: 'contract, dialog to change the course', route: CONTRACT, use: dialog(/^Alterar inscrição/, menu) },
  { what: 'contract, dialog to cancel', route: CONTRACT, use: dialog(/^Cancelar inscrição/, menu) },
  { what: 'documents, dialog of photos', route: DOCUMENTS, use: dialog(/^Juntar fotos/) },
];

async function figuresOf(context: BrowserContext, product: Product, act: Act): Promise<Figure[]> {
  const page = await context.newPage();
  await page.goto(await arrive(act.route, product, context), { waitUntil: 'networkidle' });
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  const count = await act.use(page);
  // The browser reports an event only after its frame was shown.
  await page.waitForTimeout(500);
  const [durations, openings] = await page.evaluate(
    () => [[...(window.interactions?.values() ?? [])], window.openings ?? []] as const,
  );
  await page.close();
  const inp = inpOf(durations, count);
  const figures: Figure[] = [
    {
      what: `${act.what}: INP of ${count}`,
      measured: inp ? `${inp} ms` : `< ${SHORTEST_MS} ms`,
      target: `≤ ${MOST_MS} ms`,
      reached: inp <= MOST_MS,
    },
  ];
  if (openings.length > 0) {
    const seen = `${Math.round(Math.max(...openings))} ms`;
    figures.push({ what: `${act.what}: seen after, at most`, measured: seen, target: '', reached: null });
  }
  return figures;
}

/** How long pages keep a phone user waiting after a key or a tap, with a CPU four times slower. */
export async function interactionFigures(
  product: Product,
  executablePath: string,
  only: (what: string) => boolean = () => true,
): Promise<Figure[]> {
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--host-resolver-rules=MAP *.orbita.test 127.0.0.1'],
  });
  try {
    const figures: Figure[] = [];
    for (const act of ACTS.filter(({ what }) => only(what))) {
      const context = await browser.newContext({
        viewport: { width: 360, height: 740 },
        isMobile: true,
        hasTouch: true,
        locale: 'pt-BR',
      });
      await context.addInitScript(watch, SHORTEST_MS);
      figures.push(...(await figuresOf(context, product, act)));
      await context.close();
    }
    return figures;
  } finally {
    await browser.close();
  }
}
