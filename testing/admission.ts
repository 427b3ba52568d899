import sql, { raw } from 'sql-template-tag';
import { alfa } from './applicant.ts';
import type { Harness } from './harness.ts';
import { type Postgraduate, postgraduate, waiveFee } from './postgraduate.ts';

/** A first degree in the form the questionnaire expects. */
export const GRADUATE = {
  institution: 'Universidade Exemplo',
  course: 'Administração',
  degree: 'bachelor',
  conclusionYear: 2024,
};

/** Questionnaire and interview steps as calls of a harness, by candidate and institution. */
export async function admission(harness: Harness) {
  const { operations } = harness;
  const tenantId = await alfa(harness);
  let n = 300;
  const on = () => harness.platform.db.tenant(tenantId);

  /** An applicant in the questionnaire step, with the fee waived. */
  async function arrive(code: 'MBA-GESTAO' | 'SAUDE-TAX'): Promise<Postgraduate> {
    n += 1;
    const who = await postgraduate(harness, code, n);
    if (code === 'SAUDE-TAX') await waiveFee(who);
    return who;
  }
  const save = ({ client, id }: Postgraduate, key: string, rows: Record<string, string | number | null>[]) =>
    client.call('PUT /candidate/subscriptions/{id}/questionnaire/sections/{key}', {
      params: { id, key },
      body: { rows },
    });
  const submit = ({ client, id }: Postgraduate) =>
    client.call('POST /candidate/subscriptions/{id}/questionnaire/submit', { params: { id } });
  const questionnaire = async ({ client, id }: Postgraduate) =>
    (await client.call('GET /candidate/subscriptions/{id}/questionnaire', { params: { id } })).body;
  const interview = async ({ client, id }: Postgraduate) =>
    (await client.call('GET /candidate/subscriptions/{id}/interview', { params: { id } })).body;
  const ask = ({ client, id }: Postgraduate, channel: string | null, date = '2026-01-20') =>
    client.call('POST /candidate/subscriptions/{id}/interview', {
      params: { id },
      body: { channel, periods: [{ date, period: 'morning' }] },
    });
  const numberOf = async (table: 'questionnaire' | 'interview', { id }: { id: number }) =>
    (
      await on().one<{ id: number }>(sql`
      select id from ${raw(table)} where tenant_id = ${tenantId} and subscription_id = ${id}`)
    )?.id ?? 0;
  const judge = async (
    who: { id: number },
    decision: 'approved' | 'returned' | 'rejected',
    comment: string | null = null,
  ) =>
    operations.call('POST /operations/questionnaires/{id}/decision', {
      params: { id: await numberOf('questionnaire', who) },
      body: { decision, comment },
    });
  const appoint = async (who: { id: number }, at = '2026-01-20T14:00:00-03:00', link: string | null = null) =>
    operations.call('PUT /operations/interviews/{id}/appointment', {
      params: { id: await numberOf('interview', who) },
      body: { at, place: 'Sala 2', link },
    });
  const outcome = async (who: { id: number }, held: boolean) =>
    operations.call('POST /operations/interviews/{id}/outcome', {
      params: { id: await numberOf('interview', who) },
      body: { held },
    });
  const decide = async (
    who: { id: number },
    decision: 'approved' | 'rejected' | 'repeat',
    reason: string | null = null,
  ) =>
    operations.call('POST /operations/interviews/{id}/decision', {
      params: { id: await numberOf('interview', who) },
      body: { decision, reason },
    });

  /** Records left by an application: its history, live events and messages. */
  const trail = async ({ id }: { id: number }) => {
    const row = await on().one<{ status: number; moves: string[]; events: string[]; messages: string[] }>(sql`
    select s.status,
      (select jsonb_agg(transition order by h.id) from status_history h
       where h.tenant_id = s.tenant_id and h.subscription_id = s.id) as moves,
      (select coalesce(jsonb_agg(e.type || ' ' || coalesce(e.data->>'decision', e.data->>'at', '') order by e.id), '[]')
       from outbox_event e where e.tenant_id = s.tenant_id and e.subscription_id = s.id
         and e.type ~ '^(questionnaire|interview)') as events,
      (select jsonb_agg(m.template || ' ' || m.channel || coalesce(' ' || (m.data->>'variante'), '') order by m.id)
       from notification m where m.tenant_id = s.tenant_id and m.subscription_id = s.id
         and m.template in ('N-09', 'N-10', 'N-14', 'N-15')) as messages
    from subscription s where s.tenant_id = ${tenantId} and s.id = ${id}`);
    if (!row) throw new Error(`No subscription ${id}`);
    return { ...row, messages: row.messages ?? [] };
  };
  const stepOf = async ({ client, id }: Postgraduate) =>
    (await client.call('GET /candidate/subscriptions/{id}/steps', { params: { id } })).body.find(
      ({ state }) => state === 'current',
    )?.code;
  const messagesTo = async (to: string) => {
    await harness.platform.jobs.run('outbox');
    return (await operations.call('GET /operations/simulator/outbox', { query: { to } })).body;
  };

  /** Questionnaire submitted and approved: the next step is the interview. */
  async function beforeInterview(code: 'MBA-GESTAO' | 'SAUDE-TAX'): Promise<Postgraduate> {
    const who = await arrive(code);
    await save(who, 'graduate', [GRADUATE]);
    await submit(who);
    await judge(who, 'approved');
    return who;
  }

  /** A new applicant of an offer. */
  const newcomer = (code: string) => {
    n += 1;
    return postgraduate(harness, code, n);
  };
  return {
    tenantId,
    on,
    newcomer,
    arrive,
    beforeInterview,
    save,
    submit,
    questionnaire,
    interview,
    ask,
    judge,
    appoint,
    outcome,
    decide,
    trail,
    stepOf,
    messagesTo,
  };
}
export type Admission = Awaited<ReturnType<typeof admission>>;
