import { compileInThread } from './clean-in-thread.ts';
import { makeInThread } from './pdf-in-thread.ts';
import { SAMPLE_EVIDENCE, samplesOf } from './sample.ts';

/** Texts whose PDF was made by this process and came back whole. */
const proved = new Set<string>();
const MOST_PROVED = 2_000;

/**
 * Makes the PDF of a contract text with sample data and reads it again, so that nobody accepts a text that cannot be archived.
 * Returns what is wrong, with its place, in pt-BR; undefined when every word comes back. Texts that cannot be used at all are
 * not judged here.
 * @param key what the text is known by, such as its hash; one that was proved is not made again.
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
