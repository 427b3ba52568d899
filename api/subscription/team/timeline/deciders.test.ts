import type { Answer } from '@orbita/protocol';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Applicant } from '../../../../testing/applicant.ts';
import { type Client, type Harness, startHarness } from '../../../../testing/harness.ts';
import { bodyOf } from '../../../../testing/journey.ts';
import { inventedPerson } from '../../../../testing/people.ts';
import { personAt } from '../../../../testing/person-at.ts';
import { newKey } from '../../../../testing/requests.ts';
import { decideDocument, deliverAll, readDocument } from '../../../../testing/reviewing.ts';
import { staffIn } from '../../../../testing/staff.ts';

const TIMELINE = 'GET /operations/subscriptions/{id}/timeline';
type Entry = Answer<typeof TIMELINE>['data'][number];

let harness: Harness;
let who: Applicant;
let documents: number[];
let bia: Client;
let otavio: Client;

/** Entries about acts of the team, or of a system for it, newest first. */
const entries = async (id: number, kind: Entry['kind'], reader = bia): Promise<Entry[]> =>
  bodyOf(await reader.call(TIMELINE, { params: { id } })).data.filter((entry) => entry.kind === kind);
const decisions = async (document: number) =>
  (await entries(who.subscriptionId, 'document')).filter(
    ({ refs }) => refs.documentId === document && refs.fileId === undefined,
  );

beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  who = await personAt(harness, 'paid', { person: inventedPerson(71) });
  documents = await deliverAll(harness, who);
  bia = (await staffIn(harness, [{ role: 'secretaria', institutions: ['CUA01'] }])).client;
  otavio = (
    await staffIn(harness, [
      { role: 'financeiro', institutions: ['CUA01'] },
      { role: 'atendimento', institutions: ['CUA01'] },
    ])
  ).client;
});
afterAll(() => harness?.stop());

const later = () => harness.clock.set(new Date(harness.clock.now().getTime() + 60_000));
const named = { actor: 'staff', by: 'Pessoa da Equipe' };

describe('the person who decided (spec 25.6.1)', () => {
  it('is shown for each decision about a document, and a later one removes none', async () => {
    const [id = 0] = documents;
    bodyOf(await decideDocument(bia, id, { decision: 'rejected', note: 'Falta o verso' }));
    later();
    const { version, name } = await readDocument(bia, id);
    bodyOf(
      await bia.call('POST /operations/documents/{id}/reopening', {
        params: { id },
        body: { reason: 'O verso estava na segunda folha', version },
      }),
    );
    later();
    bodyOf(await decideDocument(bia, id));
    expect(await decisions(id)).toMatchObject([
      { text: `Documento aprovado: ${name}`, detail: null, ...named },
      {
        text: `Decisão desfeita, documento em análise de novo: ${name}`,
        detail: 'O verso estava na segunda folha',
        ...named,
      },
      {
        text: `Documento recusado: ${name}`,
        detail: 'Outro: Falta o verso',
        refs: { documentId: id, state: 'rejected', reason: 'other' },
        ...named,
      },
    ]);
  });

  it('is shown with why a document was waived, and for a system by its name', async () => {
    const [, id = 0, other = 0] = documents;
    const review = (document: number, body: object) =>
      harness.operations.call('POST /operations/documents/{id}/review', {
        params: { id: document },
        headers: newKey(),
        body: body as never,
      });
    const { version } = await readDocument(bia, id);
    bodyOf(
      await bia.call('POST /operations/documents/{id}/review', {
        params: { id },
        body: { decision: 'waived', note: 'Já está na pasta do curso técnico', version },
      }),
    );
    bodyOf(await review(other, { decision: 'rejected', reason: 'unreadable' }));
    expect(await decisions(id)).toMatchObject([{ detail: 'Já está na pasta do curso técnico', ...named }]);
    const [entry] = await decisions(other);
    expect(entry).toMatchObject({ detail: 'Documento ilegível', actor: 'service', by: expect.any(String) });
  });

  it('is unknown for a decision from before this was stored, which still stands', async () => {
    const [id = 0] = documents;
    const on = harness.platform.db.tenant(who.tenantId);
    const [shown] = await decisions(id);
    await harness.platform.db.asOwner((run) =>
      run('delete from document_decision where tenant_id = $1 and required_document_id = $2', [
        who.tenantId,
        id,
      ]),
    );
    expect(await decisions(id)).toMatchObject([
      { text: shown?.text, at: shown?.at, actor: 'service', by: null },
    ]);
    await on.many(sql`update required_document set state = 'sent'
      where tenant_id = ${who.tenantId} and id = ${id} returning id`);
    expect(await decisions(id)).toEqual([]);
  });

  it('is shown for links cancelled by a person or a system', async () => {
    const { subscriptionId: id } = who;
    const key = async () =>
      bodyOf(
        await harness.operations.call('POST /operations/subscriptions/{id}/access-keys', {
          params: { id },
          body: { purpose: 'continue' },
        }),
      ).keyId;
    const [first, second] = [await key(), await key()];
    bodyOf(
      await harness.operations.call('DELETE /operations/access-keys/{keyId}', {
        params: { keyId: second ?? 0 },
      }),
    );
    bodyOf(await bia.call('DELETE /operations/subscriptions/{id}/access-keys', { params: { id } }));
    const cancelled = async (keyId: number | null) =>
      (await entries(id, 'link')).find(
        ({ refs, text }) => refs.keyId === keyId && text.startsWith('Link de acesso cancelado'),
      );
    expect(await cancelled(first)).toMatchObject(named);
    expect(await cancelled(second)).toMatchObject({ actor: 'service', by: expect.any(String) });
  });

  it('is shown for a charge paid at the institution, as is the candidate for their own', async () => {
    const own = await personAt(harness, 'payment');
    const params = { id: own.id };
    const { version } = bodyOf(await otavio.call('GET /operations/subscriptions/{id}', { params }));
    bodyOf(
      await otavio.call('POST /operations/subscriptions/{id}/manual-payments', {
        params,
        body: { purpose: 'enrollment', amount: 360, reason: 'Paga no balcão', version },
      }),
    );
    const [charge] = await entries(own.id, 'payment', otavio);
    expect(charge).toMatchObject({ detail: 'Paga no balcão', ...named });
    const askedBy = async (by: string) => {
      await harness.platform.db.tenant(own.tenantId).one(sql`
        update manual_payment set requested_by = ${by}::text
        where tenant_id = ${own.tenantId} and payment_id = ${Number(charge?.refs.paymentId)} returning payment_id`);
      return (await entries(own.id, 'payment', otavio))[0];
    };
    expect(await askedBy('candidate')).toMatchObject({ actor: 'candidate', by: null });
    expect(await askedBy('secretaria / balcão')).toMatchObject({
      actor: 'service',
      by: 'secretaria / balcão',
    });
  });
});
