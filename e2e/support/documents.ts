import type { BrowserContext, Page } from '@playwright/test';
import { upload } from '../../testing/requests.ts';
import type { Candidate } from './candidate.ts';
import type { Product } from './product.ts';
import { consoleUrl, enterTeam, inviteToTeam } from './team.ts';
import { expect } from './test.ts';

/** A document of an application as returned by the candidate's own API. */
export type Asked = {
  required: boolean;
  documentId: number;
  name: string;
  state: string;
  files: { fileId: number; name: string; scan: string }[];
};
/** A file to upload: its name and its content. */
export type Sent = readonly [name: string, content: Buffer];

/** Documents of a candidate's application. */
export const documentsOf = (candidate: Candidate): Promise<Asked[]> =>
  candidate.call('GET', `/candidate/subscriptions/${candidate.subscriptionId}/documents`);

const requiredOf = async (candidate: Candidate): Promise<Asked[]> =>
  (await documentsOf(candidate)).filter(({ required }) => required);

/** Waits until every file uploaded for these documents is clean. */
async function untilClean(candidate: Candidate, ids: readonly number[]): Promise<void> {
  const isClean = ({ files }: Asked) => files.length > 0 && files.every(({ scan }) => scan === 'clean');
  const all = async () => (await documentsOf(candidate)).filter(({ documentId }) => ids.includes(documentId));
  await expect.poll(async () => (await all()).every(isClean), { timeout: 60_000 }).toBe(true);
}

/** Uploads files for one document and waits until they are clean. */
export async function sendFor(
  candidate: Candidate,
  documentId: number,
  files: readonly Sent[],
): Promise<void> {
  for (const [name, content] of files) {
    const { status, body } = await upload(
      candidate.client,
      candidate.subscriptionId,
      documentId,
      content,
      name,
    );
    if (status !== 201) throw new Error(`${name} was refused: ${JSON.stringify(body)}`);
  }
  await untilClean(candidate, [documentId]);
}

/** Uploads a file for every required document, and waits until all are clean. */
export async function sendAll(candidate: Candidate, content: (at: number) => Buffer): Promise<Asked[]> {
  const asked = await requiredOf(candidate);
  for (const [at, { documentId }] of asked.entries()) {
    const bytes = content(at);
    const name = bytes.subarray(0, 4).toString('latin1') === '%PDF' ? 'papel.pdf' : 'foto.jpg';
    await upload(candidate.client, candidate.subscriptionId, documentId, bytes, name);
  }
  await untilClean(
    candidate,
    asked.map(({ documentId }) => documentId),
  );
  return requiredOf(candidate);
}

/** Numeric status of an application. */
export const statusOf = async (product: Product, id: number): Promise<number> =>
  (await product.operations<{ subscriptionStatus: number }>('GET', `/subscriptions/${id}`))
    .subscriptionStatus;

/** Signs in somebody with a role, the secretariat by default, in their own browser. */
export async function secretary(
  product: Product,
  page: Page,
  name: string,
  role = 'secretaria',
): Promise<void> {
  const email = `${name.toLowerCase().replace(/\W/g, '.')}.${Math.random().toString(36).slice(2, 8)}@equipe.test`;
  const grants = [{ role, institutions: ['CUA01'] }];
  const { url } = await inviteToTeam(product, name, email, grants);
  await enterTeam(page, product, url, email);
}

export const title = (page: Page) => page.getByRole('heading', { level: 1 });
/** The line about the latest decision. */
export const last = (page: Page) => page.locator('.viewer__last');
export const panel = (page: Page) => page.getByRole('region', { name: 'Conferir documento' });

/** Waits until the current document's file is on the paper and the keys are active. */
export async function painted(page: Page): Promise<void> {
  await expect(page.locator('.viewer__frame[data-current]')).toBeVisible();
  await expect(page.locator('.viewer__wait')).toHaveCount(0);
  await page.waitForTimeout(350);
}

/** Opens the review of a document. */
export const open = async (page: Page, product: Product, id: number): Promise<void> => {
  await page.goto(consoleUrl(product, `/documentos/${id}`));
  await painted(page);
};

/** A second person alongside the first, in their own browser. */
export async function beside(
  context: BrowserContext,
  product: Product,
  name: string,
  role?: string,
): Promise<Page> {
  const page = await (context.browser() as NonNullable<ReturnType<BrowserContext['browser']>>).newPage();
  await secretary(product, page, name, role);
  return page;
}
