import type { Page } from '@playwright/test';
import { bodyOf } from '../../testing/journey.ts';
import { finishEssay, saveDraft, startEssay } from '../../testing/requests.ts';
import { Candidate } from './candidate.ts';
import { changeCatalogue, rewriteEntry } from './catalogue.ts';
import type { Product } from './product.ts';
import { consoleUrl, enterTeam, inviteToTeam, type TeamGrant } from './team.ts';
import { expect } from './test.ts';

export const BANCA: TeamGrant[] = [{ role: 'banca', institutions: ['CUA01'] }];
export const LEAD: TeamGrant[] = [{ role: 'coordenacao', institutions: ['CUA01', 'EPA01'] }];

/** A text of `words` words that no other text contains. */
export const ownWords = (mark: string, words = 180): string =>
  Array.from({ length: words }, (_, at) => `${mark}${at}`).join(' ');

/** A new candidate who has submitted an essay with that text. */
export async function author(product: Product, page: Page, text: string): Promise<Candidate> {
  const candidate = await Candidate.at('essay-started', product, page.context());
  bodyOf(await finishEssay(candidate.client, candidate.essayId, text));
  return candidate;
}

/** A new candidate who has submitted an essay that quotes some words of their support texts. */
export async function quotingAuthor(
  product: Product,
  page: Page,
  textWith: (quote: string) => string,
): Promise<Candidate & { quote: string }> {
  const candidate = await Candidate.at('essay-started', product, page.context());
  const { theme } = await candidate.call<{ theme: { texts: string[] } }>(
    'GET',
    `/candidate/subscriptions/essays/${candidate.essayId}`,
  );
  const quote = (theme.texts[0] ?? '').split(/\s+/).slice(3, 25).join(' ');
  bodyOf(await finishEssay(candidate.client, candidate.essayId, textWith(quote)));
  return Object.assign(candidate, { quote });
}

/** A new candidate whose essay was submitted because time ran out; afterwards the clock is an hour later. */
export async function lateAuthor(
  product: Product,
  page: Page,
  text: string,
  after: string,
): Promise<Candidate> {
  const candidate = await Candidate.at('essay-started', product, page.context());
  const { revision } = await candidate.call<{ revision: number }>(
    'GET',
    `/candidate/subscriptions/essays/${candidate.essayId}`,
  );
  bodyOf(await saveDraft(candidate.client, candidate.essayId, { essay: text, revision }));
  await product.setClock(after);
  await product.runJob('essay-timeout');
  return candidate;
}

/** Starts another essay instead of one that ran out of time. */
export const startAnew = async ({ client, subscriptionId }: Candidate): Promise<unknown> =>
  bodyOf(await startEssay(client, subscriptionId));

/** What an essay's author sees of it. */
export const seenByAuthor = (candidate: Candidate) =>
  candidate.call<{
    state: string;
    score: number | null;
    feedback: string | null;
    hasPlagiarism: boolean | null;
  }>('GET', `/candidate/subscriptions/essays/${candidate.essayId}`);

export const statusOf = async (product: Product, { subscriptionId }: Candidate): Promise<number> =>
  (await product.operations<{ subscriptionStatus: number }>('GET', `/subscriptions/${subscriptionId}`))
    .subscriptionStatus;

/** Signs in a team member in their own browser. */
export async function member(
  product: Product,
  page: Page,
  name: string,
  grants: TeamGrant[],
): Promise<{ staffId: number; email: string }> {
  const email = `${name
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^a-z]+/g, '.')}.${Math.random().toString(36).slice(2, 8)}@equipe.test`;
  const { url, staffId } = await inviteToTeam(product, name, email, grants);
  await enterTeam(page, product, url, email);
  return { staffId, email };
}

/** A second browser alongside the first. */
export async function beside(
  product: Product,
  page: Page,
  name: string,
  grants: TeamGrant[],
): Promise<{ page: Page; staffId: number; email: string }> {
  const browser = page.context().browser();
  if (!browser) throw new Error('The page has no browser');
  const other = await browser.newPage({ viewport: page.viewportSize() });
  return { page: other, ...(await member(product, other, name, grants)) };
}

/** Records everything a page loads from the product: responses of calls and live events. */
export class Received {
  readonly #texts: { what: string; text: string }[] = [];
  readonly #pending: Promise<unknown>[] = [];

  constructor(page: Page) {
    page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (!pathname.startsWith('/orbita/api/')) return;
      const what = `${response.request().method()} ${pathname}`;
      // The page may have moved on before the body arrived.
      const read = response.text().then(
        (text) => this.#texts.push({ what, text }),
        () => undefined,
      );
      this.#pending.push(read);
    });
    page.on('websocket', (socket) => {
      socket.on('framereceived', ({ payload }) => {
        this.#texts.push({ what: 'live', text: String(payload) });
      });
    });
  }

  /** Everything received so far. */
  async all(): Promise<{ what: string; text: string }[]> {
    await Promise.all(this.#pending);
    return this.#texts;
  }

  /**
   * Everything received that identifies one of these people: name, CPF, e-mail, phone, and the application number if it stands
   * alone, as a number or a whole text.
   */
  async leaksOf(people: readonly Candidate[]): Promise<string[]> {
    const words = people.flatMap(({ person }) => [person.name, person.cpf, person.email, person.cellPhone]);
    const numbers = people.map(({ subscriptionId }) => subscriptionId);
    const number = new RegExp(`[:\\[,"](?:${numbers.join('|')})[,\\]}"]`);
    const plain = (text: string) => text.toLowerCase();
    return (await this.all())
      .filter(({ text }) => number.test(text) || words.some((word) => plain(text).includes(plain(word))))
      .map(({ what }) => what);
  }
}

/* The essay review, as a person uses it. */

export const SILENT = 'Escreva o que a pessoa vai ler junto do resultado.';
/** The network is up, but the server is not. */
export const UNANSWERED = 'O sistema não respondeu. A nota está guardada nesta aba e será enviada.';
export const OFFLINE = 'Sem conexão. A nota está guardada nesta aba e será enviada.';

export const title = (page: Page) => page.getByRole('heading', { level: 1 });
export const panel = (page: Page) => page.getByRole('region', { name: 'Correção' });
export const line = (page: Page) => page.locator('.save-line');
export const score = (page: Page) => page.getByRole('textbox', { name: /^Nota/ });
export const comment = (page: Page) => page.getByRole('textbox', { name: 'Comentário', exact: true });

/** Waits until the essay is shown and the keys are active. */
export async function painted(page: Page, essayId?: number): Promise<void> {
  if (essayId !== undefined) await expect(title(page)).toHaveText(`Redação ${essayId}`);
  await expect(page.locator('.sheet__paper').first()).toBeVisible();
  await page.waitForTimeout(350);
}

export const open = async (page: Page, product: Product, essayId: number): Promise<void> => {
  await page.goto(consoleUrl(product, `/redacoes/${essayId}`));
  await painted(page, essayId);
  // It is claimed once the bar says so.
  await expect(page.locator('.review__title')).toContainText('com você até');
};

/** Enters a grade using only keys. */
export async function type(page: Page, points: string, words: string): Promise<void> {
  await page.keyboard.press('1');
  await expect(score(page)).toBeFocused();
  await page.keyboard.type(points);
  await page.keyboard.press('Tab');
  await expect(comment(page)).toBeFocused();
  await page.keyboard.type(words);
}

export const giveMark = async (page: Page, points: string, words: string): Promise<void> => {
  await type(page, points, words);
  await page.keyboard.press('Control+Enter');
};

/** Sets when CUA01 requires a second grade; returns a function that restores the setting. */
export const secondGrades = (product: Product, mode: string): Promise<() => Promise<unknown>> =>
  changeCatalogue(product, (yaml) =>
    rewriteEntry(yaml, 'institutions', 'code: CUA01', (entry) =>
      entry.replace(/( {4}parameters:\n)/, `$1      EssaySecondGrade: ${mode}\n`),
    ),
  );
