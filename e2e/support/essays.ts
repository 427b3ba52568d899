import type { Page } from '@playwright/test';
import { bodyOf } from '../../api/testing/journey.ts';
import { finishEssay, saveDraft, startEssay } from '../../api/testing/requests.ts';
import { Candidate } from './candidate.ts';
import type { Product } from './product.ts';
import { enterTeam, inviteToTeam, type TeamGrant } from './team.ts';

export const BANCA: TeamGrant[] = [{ role: 'banca', institutions: ['CUA01'] }];
export const LEAD: TeamGrant[] = [{ role: 'coordenacao', institutions: ['CUA01', 'EPA01'] }];

/** A text of so many words that no other text shares. */
export const ownWords = (mark: string, words = 180): string =>
  Array.from({ length: words }, (_, at) => `${mark}${at}`).join(' ');

/** A new candidate who has handed in an essay of that text. */
export async function author(product: Product, page: Page, text: string): Promise<Candidate> {
  const candidate = await Candidate.at('essay-started', product, page.context());
  bodyOf(await finishEssay(candidate.client, candidate.essayId, text));
  return candidate;
}

/** A new candidate whose essay was delivered by the end of the time; the clock stands an hour later then. */
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

/** Begins another essay in the place of one that time ended. */
export const startAnew = async ({ client, subscriptionId }: Candidate): Promise<unknown> =>
  bodyOf(await startEssay(client, subscriptionId));

/** What the author of an essay sees of it. */
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

/** Somebody of the team in a browser of her own. */
export async function member(
  product: Product,
  page: Page,
  name: string,
  grants: TeamGrant[],
): Promise<{ staffId: number }> {
  const email = `${name
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^a-z]+/g, '.')}.${Math.random().toString(36).slice(2, 8)}@equipe.test`;
  const { url, staffId } = await inviteToTeam(product, name, email, grants);
  await enterTeam(page, product, url, email);
  return { staffId };
}

/** A second browser beside the first. */
export async function beside(
  product: Product,
  page: Page,
  name: string,
  grants: TeamGrant[],
): Promise<{ page: Page; staffId: number }> {
  const browser = page.context().browser();
  if (!browser) throw new Error('The page has no browser');
  const other = await browser.newPage({ viewport: page.viewportSize() });
  return { page: other, ...(await member(product, other, name, grants)) };
}

/** Hears everything a page loads from the product: answers of calls and live events. */
export class Heard {
  readonly #texts: { what: string; text: string }[] = [];
  readonly #pending: Promise<unknown>[] = [];

  constructor(page: Page) {
    page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (!pathname.startsWith('/orbita/api/')) return;
      const what = `${response.request().method()} ${pathname}`;
      // The page may have gone on before the body came.
      const heard = response.text().then(
        (text) => this.#texts.push({ what, text }),
        () => undefined,
      );
      this.#pending.push(heard);
    });
    page.on('websocket', (socket) => {
      socket.on('framereceived', ({ payload }) => {
        this.#texts.push({ what: 'live', text: String(payload) });
      });
    });
  }

  /** What was heard so far. */
  async all(): Promise<{ what: string; text: string }[]> {
    await Promise.all(this.#pending);
    return this.#texts;
  }

  /**
   * What was heard that names one of these people: name, CPF, e-mail, phone, and the number of the application where it stands
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
