import type { Page } from '@orbita/domain/subscription';
import { bodyOf, grade, writeEssay } from './journey.ts';
import { listDocuments, reviewDocument, upload } from './requests.ts';
import { type Stage, type Walker, walking } from './walker.ts';

const HOUR_MS = 3_600_000;
/** A session is renewed before it ends, as for somebody who visits every few days. */
const LOOKS_IN_EVERY_MS = 5 * 24 * HOUR_MS;
/** More pages than any application has. */
const MOST_STEPS = 25;

const GRADUATE = {
  institution: 'Universidade Exemplo',
  course: 'Administração',
  degree: 'bachelor',
  conclusionYear: 2024,
};

const first = <T>(list: readonly T[], what: string): T => {
  const [one] = list;
  if (one === undefined) throw new Error(`There is no ${what}`);
  return one;
};

/**
 * Leads an application to status 7 by what its pages offer: on each page the candidate does what the page asks, then the
 * institution its part. It knows no particular offer, so a new kind of selection fails here until it is implemented. When the
 * candidate has to wait, the clock is moved forward, unless `wait` does something else.
 */
export function wholeWay(harness: Stage, wait?: (at: number, who: Walker) => Promise<void>) {
  const on = walking(harness);

  async function travelTo(at: number, who: Walker): Promise<void> {
    for (;;) {
      const next = Math.min(at, harness.clock.now().getTime() + LOOKS_IN_EVERY_MS);
      await on.travel(new Date(next).toISOString(), who);
      if (next === at) return;
    }
  }
  const waitUntil = wait ?? travelTo;

  async function payWhatIsDue(who: Walker, purpose: 'enrollment' | 'tax'): Promise<void> {
    await on.bankPays(who, bodyOf(await on.pay(who, purpose)).paymentId);
  }

  async function bookTest(who: Walker): Promise<void> {
    const { client, id } = who;
    const { offerId, poleId } = await on.shown(who);
    const places = bodyOf(
      await client.call('GET /candidate/poles/{poleId}/scheduling', {
        params: { poleId },
        query: { offerId, subscriptionId: id },
      }),
    );
    const slots = places.flatMap(({ dates }) => dates).flatMap((date) => date.slots);
    const { id: hourId } = first(
      slots.filter(({ available }) => available),
      'free slot',
    );
    bodyOf(
      await client.call('PUT /candidate/subscriptions/{id}/scheduling', { params: { id }, body: { hourId } }),
    );
  }

  async function takeTest(who: Walker): Promise<void> {
    const { hour } = await on.shown(who);
    if (!hour) throw new Error('No test is booked');
    await waitUntil(Date.parse(hour.dataHora) + HOUR_MS, who);
    const [result] = bodyOf(
      await who.operations.call('POST /operations/schedules/{hourId}/results', {
        params: { hourId: hour.id },
        body: [{ subscriptionId: who.id, present: true, score: 640 }],
      }),
    );
    if (result?.state !== 'approved') throw new Error(`The result was ${result?.state}`);
  }

  async function askExamScore(who: Walker): Promise<void> {
    const params = { id: who.id };
    const { years } = bodyOf(
      await who.client.call('GET /candidate/subscriptions/{id}/exam-score', { params }),
    );
    bodyOf(
      await who.client.call('POST /candidate/subscriptions/{id}/exam-score', {
        params,
        body: { registration: '251000000003', year: years.latest },
      }),
    );
    await waitUntil(harness.clock.now().getTime() + HOUR_MS, who);
  }

  /** Sends every required document of a stage and has the institution approve it. */
  async function sendDocuments(who: Walker, stage: 'selection' | 'enrollment'): Promise<void> {
    const { client, operations, id } = who;
    const asked = bodyOf(await listDocuments(client, id, stage)).filter(({ required }) => required);
    for (const { documentId } of asked) bodyOf(await upload(client, id, documentId));
    await harness.platform.jobs.run('scan');
    for (const { documentId } of asked) bodyOf(await reviewDocument(operations, documentId));
  }

  async function showEarlierStudies(who: Walker): Promise<void> {
    const { client, operations, id } = who;
    await sendDocuments(who, 'selection');
    const { analysis } = bodyOf(
      await client.call('GET /candidate/subscriptions/{id}/disciplines', { params: { id } }),
    );
    if (analysis.state === 'pending')
      bodyOf(
        await operations.call('POST /operations/subscriptions/{id}/discipline-analysis', {
          params: { id },
          body: { favourable: true, accepted: [] },
        }),
      );
  }

  async function answerQuestionnaire({ client, id }: Walker): Promise<void> {
    const put = 'PUT /candidate/subscriptions/{id}/questionnaire/sections/{key}';
    bodyOf(await client.call(put, { params: { id, key: 'graduate' }, body: { rows: [GRADUATE] } }));
    bodyOf(await client.call('POST /candidate/subscriptions/{id}/questionnaire/submit', { params: { id } }));
  }

  async function bePresent(who: Walker): Promise<void> {
    const { client, operations, id } = who;
    const day = new Date(harness.clock.now().getTime() + 48 * HOUR_MS).toISOString().slice(0, 10);
    bodyOf(
      await client.call('POST /candidate/subscriptions/{id}/interview', {
        params: { id },
        body: { channel: 'email', periods: [{ date: day, period: 'morning' }] },
      }),
    );
    const query = { state: 'requested' } as const;
    const { data } = bodyOf(await operations.call('GET /operations/interviews', { query }));
    const asked = first(
      data.filter(({ subscriptionId }) => subscriptionId === id),
      'interview asked for',
    );
    const params = { id: asked.id };
    const at = `${day}T14:00:00-03:00`;
    bodyOf(
      await operations.call('PUT /operations/interviews/{id}/appointment', {
        params,
        body: { at, place: 'Sala 2' },
      }),
    );
    await waitUntil(Date.parse(at) + HOUR_MS, who);
    bodyOf(
      await operations.call('POST /operations/interviews/{id}/outcome', { params, body: { held: true } }),
    );
  }

  /** The institution decides what was submitted: a questionnaire, or an interview that was held. */
  async function decide({ operations, id }: Walker): Promise<void> {
    const of = ({ subscriptionId }: { subscriptionId: number }) => subscriptionId === id;
    const sent = { query: { state: 'submitted' } } as const;
    const answered = bodyOf(await operations.call('GET /operations/questionnaires', sent)).data.find(of);
    if (answered) {
      const call = 'POST /operations/questionnaires/{id}/decision';
      bodyOf(await operations.call(call, { params: { id: answered.id }, body: { decision: 'approved' } }));
      return;
    }
    const over = { query: { state: 'held' } } as const;
    const { data } = bodyOf(await operations.call('GET /operations/interviews', over));
    const params = { id: first(data.filter(of), 'decision to make').id };
    bodyOf(
      await operations.call('POST /operations/interviews/{id}/decision', {
        params,
        body: { decision: 'approved' },
      }),
    );
  }

  async function acceptContract(who: Walker): Promise<void> {
    const { applicationType } = await on.shown(who);
    const schooling = { extension: 'level', postgraduate: 'degree', tax: 'degree' } as const;
    const kind = applicationType as keyof typeof schooling;
    await on.fill(who, schooling[kind] ?? 'school');
    const params = { id: who.id };
    const { useDisciplines } = bodyOf(
      await who.client.call('GET /candidate/subscriptions/{id}/enrollment-data', { params }),
    );
    if (useDisciplines) {
      const { disciplines, electiveMin } = bodyOf(
        await who.client.call('GET /candidate/subscriptions/{id}/disciplines', { params }),
      );
      const electives = disciplines.filter(({ mandatory, accepted }) => !mandatory && !accepted);
      const disciplineIds = electives.slice(0, electiveMin).map(({ id }) => id);
      bodyOf(
        await who.client.call('PUT /candidate/subscriptions/{id}/disciplines', {
          params,
          body: { disciplineIds },
        }),
      );
    }
    await on.accept(who);
  }

  async function chooseClass({ client, id }: Walker): Promise<void> {
    const params = { id };
    const { availableClasses } = bodyOf(
      await client.call('GET /candidate/subscriptions/{id}/classes', { params }),
    );
    const free = availableClasses.filter(({ slots }) => slots > 0);
    const body = { academicClassId: first(free, 'class with a place').id };
    bodyOf(await client.call('PUT /candidate/subscriptions/{id}/class', { params, body }));
  }

  /** What is done on each page; a missing page is where a journey ends. */
  const DONE_ON: Partial<Record<Page, (who: Walker) => Promise<unknown>>> = {
    essay: async (who) => grade(who.operations, await writeEssay(who.client, who.id)),
    assessment: bookTest,
    'test-summary': takeTest,
    'exam-score': askExamScore,
    'selection-documents': showEarlierStudies,
    'tax-payment': (who) => payWhatIsDue(who, 'tax'),
    questionnaire: answerQuestionnaire,
    interview: bePresent,
    review: decide,
    'personal-data': acceptContract,
    class: chooseClass,
    payment: (who) => payWhatIsDue(who, 'enrollment'),
    documents: (who) => sendDocuments(who, 'enrollment'),
  };

  /** Walks to the end; returns the pages in order. @throws if the journey ends before status 7. */
  async function walk(who: Walker): Promise<Page[]> {
    const pages: Page[] = [];
    while (pages.length < MOST_STEPS) {
      const page = await on.pageOf(who);
      pages.push(page);
      if ((await on.stateOf(who)).status === 7) return pages;
      const act = DONE_ON[page];
      if (!act) throw new Error(`The way ends at "${page}" after ${pages.join(', ')}`);
      await act(who);
    }
    throw new Error(`The way never ends: ${pages.join(', ')}`);
  }
  return { ...on, ...{ walk, DONE_ON } };
}
