import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Author, author, grader, ownText, personOf, writing } from '../../../testing/grading.ts';
import { type Client, type Harness, startHarness } from '../../../testing/harness.ts';
import { bodyOf } from '../../../testing/journey.ts';
import { finishEssay } from '../../../testing/requests.ts';

/** What an essay quotes from its theme's support texts is shown, and does not count as copying (spec 25.7). */
let harness: Harness;
let client: Client;
let support: string;

beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  ({ client } = await personOf(harness, 'Davi Banca', [{ role: 'banca', institutions: ['CUA01'] }]));
  await on().many(sql`
    update essay_theme set texts = ${JSON.stringify([ownText('apoio', 40), ownText('proposta', 9)])}::jsonb
    where tenant_id = ${TENANT} returning id`);
  support = ownText('apoio', 40);
});
afterAll(() => harness?.stop());

const TENANT = 1;
const on = () => harness.platform.db.tenant(TENANT);
const wordsOf = (text: string, from: number, to: number) => text.split(' ').slice(from, to).join(' ');
const similarTo = async ({ essayId }: Author) =>
  bodyOf(await client.call('GET /operations/essays/{id}/similar', { params: { id: essayId } }));
const textsAt = (text: string | null, places: readonly { start: number; end: number }[] | null) =>
  (places ?? []).map(({ start, end }) => (text ?? '').slice(start, end));

describe('quotations of the support texts', () => {
  it('are returned for an essay as positions in its composed text, and as none for one without support texts', async () => {
    const quote = wordsOf(support, 5, 25);
    const who = await writing(harness, ownText('rascunho'));
    // A combining accent is one letter of the composed text.
    const text = `Opinia\u0303o: "${quote}." ${ownText('minha', 150)} ${ownText('proposta', 9)} ${wordsOf(support, 0, 7)}`;
    bodyOf(await finishEssay(who.client, who.essayId, text));
    const { essay, quotations } = await grader(client).shown(who.essayId);
    expect(textsAt((essay ?? '').normalize('NFC'), quotations)).toEqual([quote, ownText('proposta', 9)]);
    const without = await author(harness, ownText('alheia'));
    expect((await grader(client).shown(without.essayId)).quotations).toEqual([]);
  });

  it('are returned to nobody for an essay that is not delivered', async () => {
    const who = await writing(harness, support);
    expect(await grader(client).shown(who.essayId)).toMatchObject({ essay: null, quotations: [] });
  });

  it('are returned for both compared texts, and are in no passage they share', async () => {
    const quote = wordsOf(support, 0, 30);
    const common = ownText('comum', 120);
    const original = await author(harness, `${common} meu ${quote}. ${ownText('um', 30)}`);
    const copy = await author(harness, `${quote}! ${common} dele ${ownText('dois', 30)}`);
    const [other] = await similarTo(copy);
    const { essay } = await grader(client).shown(copy.essayId);
    expect(textsAt(essay, other?.quotations ?? null)).toEqual([quote]);
    expect(textsAt(other?.text ?? null, other?.otherQuotations ?? null)).toEqual([quote]);
    expect(textsAt(essay, other?.runs ?? null)).toEqual([common]);
    expect(JSON.stringify(other)).not.toMatch(new RegExp(`\\b(${original.id}|${original.essayId})\\b`));
  });

  it('are not returned for a text the grader may not read', async () => {
    const common = ownText('fechado', 120);
    const quote = wordsOf(support, 10, 25);
    const original = await author(harness, `${common} ${quote} ${ownText('tres', 30)}`);
    const copy = await author(harness, `${common} ${quote} ${ownText('quatro', 30)}`);
    await on().one(sql`
      update essay set institution_id = (select id from institution where tenant_id = ${TENANT} and code = 'EPA01')
      where tenant_id = ${TENANT} and id = ${original.essayId} returning id`);
    const [other] = await similarTo(copy);
    expect(other).toMatchObject({ text: null, title: null, otherQuotations: null });
    const { essay } = await grader(client).shown(copy.essayId);
    expect(textsAt(essay, other?.quotations ?? null)).toEqual([quote]);
  });
});
