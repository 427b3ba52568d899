import type { BrowserContext } from '@playwright/test';
import { Candidate } from './candidate.ts';
import type { Product } from './product.ts';

/** A step not covered by the tests' usual path: its address, its heading, and the call it waits for. */
export type OtherStep = { path: string; title: string; call: string };

/** One person at a test (S-14), the ENEM score (S-15) and the electives of a transfer (S-27). */
export async function otherSteps(product: Product, context: BrowserContext): Promise<OtherStep[]> {
  const who = await Candidate.at('signed-up', product, context);
  const test = await who.apply({ type: 1, ingress: 'scheduled-test' });
  const exam = await who.apply({ type: 1, ingress: 'exam-score', q: 'administra' });
  const transfer = await who.apply({ type: 1, ingress: 'document-analysis', q: 'psicologia' });
  const papers = await who.call<{ documentId: number }[]>(
    'GET',
    `/candidate/subscriptions/${transfer}/documents?stage=selection`,
  );
  for (const { documentId } of papers)
    await product.operations('POST', `/documents/${documentId}/review`, { decision: 'waived' });
  await product.operations('POST', `/subscriptions/${transfer}/discipline-analysis`, {
    favourable: true,
    accepted: ['PSI102', 'PSI151'],
  });
  await who.fillData();
  return [
    { path: `/subscriptions/${test}`, title: 'Agendar prova', call: '**/poles/*/scheduling?*' },
    { path: `/subscriptions/${exam}`, title: 'Nota do ENEM', call: '**/exam-score' },
    {
      path: `/subscriptions/${transfer}?etapa=disciplinas`,
      title: 'Suas disciplinas',
      call: `**/subscriptions/${transfer}/disciplines`,
    },
  ];
}

const POSTGRADUATE = 'epa.alfa.orbita.test';

/** Somebody at the questionnaire of a postgraduate course (S-21). */
export async function questionnaireStep(product: Product, context: BrowserContext): Promise<string> {
  const who = await Candidate.at('signed-up', product, context, { host: POSTGRADUATE });
  const id = await who.apply({ type: 2, q: 'Gest' }, 'degree');
  return product.url(`/subscriptions/pos/${id}`, POSTGRADUATE);
}
