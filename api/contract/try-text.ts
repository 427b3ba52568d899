import { compileInThread } from './clean-in-thread.ts';
import { makeInThread } from './pdf-in-thread.ts';
import { SAMPLE_EVIDENCE, samplesOf } from './sample.ts';

/** Texts whose PDF this process built and verified to be complete. */
const proved = new Set<string>();
const MOST_PROVED = 2_000;

/**
 * Builds the PDF of a contract text with sample data and reads it back, so that nobody accepts a text that cannot be archived.
 * Returns the problem and its place, in pt-BR, or undefined when every word was found. Texts that cannot be used at all are not
 * checked here.
 * @param key identifies the text, for example by its hash; a text that passed once is not checked again.
 */
export async function paperProblem(
  tenantId: number,
  { title, html, key }: { title: string; html: string; key: string },
): Promise<string | undefined> {
  if (proved.has(key)) return undefined;
  const { parts } = await compileInThread(tenantId, html);
  if (!parts) return undefined;
  for (const sample of samplesOf(parts)) {
    const made = await makeInThread(tenantId, { html: sample, title, evidence: SAMPLE_EVIDENCE });
    if ('failure' in made) return `não dá um PDF (${made.failure}): divida ou simplifique o texto`;
    if ('lost' in made) {
      const { after, wanted, found } = made.lost;
      return `o PDF não traz o texto inteiro: depois de "${after}" falta "${wanted}" e vem "${found}"`;
    }
  }
  if (proved.size >= MOST_PROVED) proved.clear();
  proved.add(key);
  return undefined;
}
