// Longer than other files: one list of all invented people of the demo and what becomes of them.
import type { Page } from '@orbita/domain/subscription';
import { bodyOf } from '../journey.ts';
import type { Traveller } from '../people.ts';
import type { Walker } from '../walker.ts';
import type { Acts, Method } from './acts.ts';
import { demoEssay } from './essays.ts';
import type { Flaw } from './papers.ts';
import { demoPerson } from './people.ts';

type Offer = Parameters<Acts['apply']>[1];
/** What a person does on a page, instead of the usual act. */
type Act = (who: Walker, acts: Acts, part: Part) => Promise<unknown>;

/**
 * One person of the demo: when they begin (days before today and hour of the day in Brasília), what they apply for, how they
 * pay, where they stop, and what is special about them.
 */
export type Part = {
  person: Traveller;
  host: 'cua.alfa.orbita.test' | 'epa.alfa.orbita.test' | 'beta.orbita.test';
  begins: readonly [day: number, hour: number];
  offer: Offer;
  method: Method;
  /** Page at which the person stands today. */
  stop?: Page;
  on?: Partial<Record<Page, Act>>;
  /** What happens after the person has stopped. */
  afterwards?: Act;
  papers?: { leave?: number; flaw?: Flaw };
  score?: number;
  campaign?: string;
  /** The person is imported by the college's own system, which does not know their education, and has not signed in. */
  imported?: true;
};

const CUA = 'cua.alfa.orbita.test';
const EPA = 'epa.alfa.orbita.test';
const BETA = 'beta.orbita.test';
const essay = (course: string): Offer => ({ type: 1, ingress: 'online-essay', course });
const enem = (course: string): Offer => ({ type: 1, ingress: 'exam-score', course });
const test = (course: string): Offer => ({ type: 1, ingress: 'scheduled-test', course });
const analysis = (course: string): Offer => ({ type: 1, ingress: 'document-analysis', course });
const DISTANT = [
  ...[
    'Administração',
    'Análise e Desenvolvimento de Sistemas',
    'Gestão de Recursos Humanos',
    'Logística',
    'Marketing',
  ],
  ...['História', 'Educação Física', 'Administração'],
];
const PRESENT = ['Direito', 'Fisioterapia', 'Nutrição', 'Engenharia Civil', 'Odontologia', 'Farmácia'];
const SPECIAL = ['Direito do Trabalho', 'Gestão de Projetos', 'Neuropsicologia', 'Segurança da Informação'];
const METHODS: readonly Method[] = ['pix', 'pix', 'card', 'slip', 'pix', 'automatic-pix', 'card'];
const CAMPAIGNS = ['volta-as-aulas', undefined, 'enem', undefined, 'indique-um-amigo'];
/** From the demo's catalogue; it ends in three days. */
const ENDING_VOUCHER = 'VOLTA15';
const at = <T>(list: readonly T[], n: number): T => list[n % list.length] as T;

/** Everybody in the demo, by what they show. */
export function cast(thisYear: number): Part[] {
  const parts: Part[] = [];
  let people = 0;
  const add = (begins: Part['begins'], offer: Offer, more: Partial<Part> = {}) => {
    const n = people++;
    const campaign = at(CAMPAIGNS, n);
    parts.push({
      ...{ person: demoPerson(n), host: CUA, begins, offer, method: at(METHODS, n) },
      ...(campaign ? { campaign } : {}),
      ...more,
    });
  };
  const several = (count: number, one: (n: number) => void) => {
    for (let n = 0; n < count; n += 1) one(n);
  };
  const minor = () => demoPerson(people, thisYear - 17);

  // Students by now, over six weeks.
  several(14, (n) => add([41 - n * 2, 8 + n], essay(at(DISTANT, n))));
  several(3, (n) => add([36 - n * 7, 19], enem(at(DISTANT, n + 1))));
  several(3, (n) => add([38, 10 + n], test(at(PRESENT, n))));
  several(4, (n) => add([33 - n * 6, 20], { type: 2, course: at(SPECIAL, n) }, { host: EPA }));
  add([30, 12], { type: 2, course: 'MBA em Gestão' }, { host: EPA });
  add([28, 9], { type: 4, course: 'Gestão em Saúde' }, { host: EPA });
  several(2, (n) => add([25 - n * 9, 15], { type: 3, course: 'Libras no Atendimento' }));
  several(4, (n) => add([31 - n * 7, 11], essay('Sistemas de Informação'), { host: BETA, method: 'pix' }));

  // The essay: not started, started, submitted, failed.
  several(4, (n) => add([n, 9 + n], essay(at(DISTANT, n)), { stop: 'essay' }));
  several(2, (n) =>
    add([0, 7 + n], essay(at(DISTANT, n)), {
      on: { essay: (who, acts) => acts.write(who, 300 + n, { handsIn: false }) },
      stop: 'essay',
    }),
  );
  const waits: Act = (who, acts) => acts.write(who, who.id);
  several(5, (n) =>
    add([n < 4 ? 0 : 6, 6 + n], essay(at(DISTANT, n + 2)), { on: { essay: waits }, stop: 'result' }),
  );
  const copied: Act = (who, acts) => acts.write(who, 0, { text: demoEssay(900) });
  several(2, (n) => add([1 - n, 8], essay('Marketing'), { on: { essay: copied }, stop: 'result' }));
  several(3, (n) => add([12 - n * 3, 14], essay(at(DISTANT, n)), { score: 140, stop: 'result' }));

  several(2, (n) => add([2 - n, 11], essay('História'), { on: { essay: isReadTwice }, stop: 'result' }));

  // Other ways of selection, at every point where somebody waits.
  several(2, (n) =>
    add([n, 10], enem('Logística'), { on: { 'exam-score': asksFor('251000000009') }, stop: 'exam-score' }),
  );
  several(2, (n) =>
    add([n + 1, 16], enem('História'), { on: { 'exam-score': asksFor('251000000010') }, stop: 'exam-score' }),
  );
  several(7, (n) => add([n % 4, 18], test(at(PRESENT, n)), { stop: 'test-summary' }));
  several(2, (n) => add([n, 13], test('Direito'), { stop: 'assessment' }));
  several(3, (n) =>
    add([4 - n, 17], analysis('Psicologia'), {
      on: { 'selection-documents': sendsEarlierStudies },
      stop: 'review',
    }),
  );
  several(2, (n) => add([3 - n, 12], analysis('Pedagogia'), { stop: 'selection-documents' }));
  several(2, (n) =>
    add([2 - n, 10], { type: 4, course: 'Gestão em Saúde' }, { host: EPA, stop: 'tax-payment' }),
  );
  several(2, (n) =>
    add([5 - n, 21], { type: 2, course: 'MBA em Gestão' }, { host: EPA, stop: 'questionnaire' }),
  );
  several(2, (n) =>
    add(
      [4 - n, 8],
      { type: 2, course: 'MBA em Gestão' },
      { host: EPA, on: { review: leave }, stop: 'review' },
    ),
  );
  several(2, (n) =>
    add(
      [3 - n, 9],
      { type: 2, course: 'MBA em Gestão' },
      { host: EPA, on: { interview: asksInterview }, stop: 'interview' },
    ),
  );
  several(2, (n) =>
    add(
      [7 - n, 9],
      { type: 2, course: 'MBA em Gestão' },
      { host: EPA, on: { review: passes, interview: comesToInterview }, stop: 'interview' },
    ),
  );

  // Approved, and what precedes the first payment.
  several(5, (n) => add([8 - n, 19], essay(at(DISTANT, n)), { stop: 'personal-data' }));
  several(2, (n) =>
    add([5 - n, 18], essay('Administração'), {
      person: minor(),
      on: { 'personal-data': sendsLinkToMother },
      stop: 'personal-data',
    }),
  );
  several(2, (n) => add([2 - n, 11], { type: 2, course: 'Ciência de Dados' }, { host: EPA, stop: 'class' }));
  // The two students above have the places of this class.
  several(3, (n) => add([5 - n, 14], { type: 3, course: 'Libras no Atendimento' }, { stop: 'class' }));
  const opens = (method: Method): Partial<Part> => ({
    method,
    on: { payment: (who, acts) => acts.charge(who, method) },
    stop: 'payment',
  });
  several(3, (n) => add([7 - n, 20], essay(at(DISTANT, n + 1)), { stop: 'payment' }));
  several(2, (n) => add([2 - n, 15], essay(at(DISTANT, n)), opens('pix')));
  several(3, (n) => add([3 - n, 16], essay(at(DISTANT, n)), opens('slip')));
  several(2, (n) =>
    add([6 - n, 17], essay('Marketing'), { on: { payment: paysLess }, method: 'pix', stop: 'documents' }),
  );
  // The school of postgraduate studies accepts payment at the counter.
  several(2, (n) =>
    add(
      [4 - n, 10],
      { type: 2, course: 'Ciência de Dados' },
      { host: EPA, ...opens('manual'), stop: 'manual-payment' },
    ),
  );

  // Documents of all kinds waiting to be reviewed.
  const flaws: readonly (Flaw | undefined)[] = [
    undefined,
    'blurred',
    'turned',
    'wrong',
    'many-pages',
    'infected',
    undefined,
    undefined,
  ];
  several(8, (n) => {
    const flaw = at(flaws, n);
    add([9 - n, 12], essay(at(DISTANT, n)), {
      method: 'pix',
      papers: { leave: n % 3, ...(flaw ? { flaw } : {}) },
      on: { documents: sendsPapers },
      stop: 'documents',
    });
  });
  several(2, (n) =>
    add([10 - n, 9], essay('Educação Física'), { on: { documents: isRefused }, stop: 'documents' }),
  );
  several(2, (n) => add([6 - n, 22], essay('Logística'), { stop: 'documents' }));

  // Imported by another system, with something missing.
  several(3, (n) => add([5 - n, 7], essay('Administração'), { imported: true }));

  // Money that somebody must look at, people who leave, and a passport.
  several(2, (n) =>
    add([8 - n, 13], test('Direito'), {
      person: demoPerson(people),
      begins: [26 - n, 13],
      method: 'pix',
      stop: 'documents',
      afterwards: asksMoneyBack,
    }),
  );
  several(2, (n) =>
    add([15 - n * 2, 10], essay('Marketing'), { method: 'pix', stop: 'documents', afterwards: leaves }),
  );
  several(2, (n) => add([9 - n, 15], essay('História'), { stop: 'personal-data', afterwards: leaves }));
  several(2, (n) => add([14 - n, 16], essay('Logística'), { stop: 'personal-data', afterwards: isBlocked }));
  add([11, 9], essay('Administração'), { method: 'card', stop: 'documents', afterwards: takesMoneyBack });
  add([7, 9], essay('Administração'), { method: 'pix', on: { payment: paysTooMuch }, stop: 'documents' });
  // The law allows fifteen days for an answer.
  add([14, 9], essay('História'), { stop: 'personal-data', afterwards: asksForHerName });
  add([6, 10], essay('Sistemas de Informação'), {
    host: BETA,
    person: { ...demoPerson(people), ...PASSPORT },
    stop: 'documents',
  });
  add([2, 9], essay('Administração'), { stop: 'essay', afterwards: asksForMoreTime });
  return parts;
}

const PASSPORT = {
  documentType: 'passport',
  document: 'XB7654321',
  nationality: 'AR',
  cellPhone: '+5491100000077',
  more: { issuingCountry: 'AR' },
} as const;

const leave: Act = async () => undefined;

/** Requests the exam result for a registration number. */
export const asksFor =
  (registration: string) =>
  async ({ client, id }: Walker): Promise<void> => {
    const params = { id };
    const { years } = bodyOf(await client.call('GET /candidate/subscriptions/{id}/exam-score', { params }));
    const body = { registration, year: years.latest };
    const { status, body: answer } = await client.call('POST /candidate/subscriptions/{id}/exam-score', {
      params,
      body,
    });
    // The service is down for some numbers, which is how the team sees it.
    if (status >= 300 && status !== 503) throw new Error(JSON.stringify(answer));
  };

const sendsEarlierStudies: Act = (who, acts) => acts.sendPapers(who, { stage: 'selection' });
const sendsPapers: Act = (who, acts, { papers }) => acts.sendPapers(who, papers);
const isRefused: Act = async (who, acts) => {
  const sent = await acts.sendPapers(who, { flaw: 'blurred' });
  await acts.after(5);
  await acts.review(who, sent.slice(0, 1), 'rejected');
  await acts.review(who, sent.slice(1, 3));
};

const asksInterview: Act = async ({ client, id }, acts) => {
  const day = (days: number) => new Date(acts.now() + days * 86_400_000).toISOString().slice(0, 10);
  bodyOf(
    await client.call('POST /candidate/subscriptions/{id}/interview', {
      params: { id },
      body: {
        channel: 'email',
        periods: [
          { date: day(4), period: 'morning' },
          { date: day(5), period: 'afternoon' },
        ],
      },
    }),
  );
};

/** The institution approves the questionnaire; the decision about the interview is left open. */
const passes: Act = async (who) => {
  const query = { state: 'submitted', pageSize: 100 } as const;
  const { data } = bodyOf(await who.operations.call('GET /operations/questionnaires', { query }));
  const found = data.find(({ subscriptionId }) => subscriptionId === who.id);
  if (!found) throw new Error('Her questionnaire is in no list');
  bodyOf(
    await who.operations.call('POST /operations/questionnaires/{id}/decision', {
      params: { id: found.id },
      body: { decision: 'approved', comment: null },
    }),
  );
};

/** The institution's appointment, which the candidate attended: the decision is pending. */
const comesToInterview: Act = async (who, acts, part) => {
  await asksInterview(who, acts, part);
  const { data } = bodyOf(
    await who.operations.call('GET /operations/interviews', { query: { pageSize: 100 } }),
  );
  const found = data.find(({ subscriptionId }) => subscriptionId === who.id);
  if (!found) throw new Error('Her wish is in no list');
  const params = { id: found.id };
  const at = new Date(acts.now() + 26 * 3_600_000).toISOString();
  bodyOf(
    await who.operations.call('PUT /operations/interviews/{id}/appointment', {
      params,
      body: { at, place: 'Sala 12', link: null },
    }),
  );
  await acts.after(27);
  bodyOf(
    await who.operations.call('POST /operations/interviews/{id}/outcome', { params, body: { held: true } }),
  );
};

const sendsLinkToMother: Act = async (who, acts) => {
  const { client, id, person } = who;
  await acts.fill(who);
  const { document: cpf } = demoPerson(500 + id);
  bodyOf(
    await client.call('PUT /candidate/subscriptions/{id}/guardian', {
      params: { id },
      body: {
        relationship: 'mother',
        name: `Rosana ${person.name.split(' ').slice(1).join(' ')}`,
        cpf,
        birthDate: '1981-03-14',
        email: `rosana.${id}@exemplo.test`,
        cellPhone: `319${String(90_000_000 + id)}`,
        sameAddress: true,
      },
    }),
  );
  bodyOf(
    await client.call('POST /candidate/subscriptions/{id}/guardian-links', {
      params: { id },
      body: { channel: 'email' },
    }),
  );
};

const asksMoneyBack: Act = async (who, acts) => {
  // The candidate's own session is over by the time the team gets to it.
  const paid = await acts.paidBy(who);
  // A request for a second person expires after three days.
  await acts.lately(20);
  const elza = await acts.member('Elza');
  bodyOf(
    await elza.call('POST /operations/payments/{id}/refund', {
      params: { id: paid.id },
      body: { amount: paid.amount, reason: 'Pagou duas vezes: pelo aplicativo do banco e na secretaria.' },
    }),
  );
};
const leaves: Act = async ({ client, id }) => {
  bodyOf(
    await client.call('POST /candidate/subscriptions/{id}/cancellation', {
      params: { id },
      body: { reason: 'other-institution', details: 'Consegui vaga mais perto de casa.' },
    }),
  );
};
const isBlocked: Act = async ({ operations, person: { document } }) => {
  bodyOf(
    await operations.call('POST /operations/blocks', {
      body: {
        documentType: 'cpf',
        document,
        reason: 'Documento de outra pessoa, confirmado pela secretaria.',
      },
    }),
  );
};
const takesMoneyBack: Act = (who, acts) => acts.chargeback(who);
const paysLess: Act = async (who, acts) => {
  const paymentId = await acts.charge(who, 'pix', ENDING_VOUCHER);
  await acts.bankPays(who, paymentId);
};
const isReadTwice: Act = async (who, acts) => {
  const id = await acts.write(who, who.id);
  await acts.after(3);
  await acts.grade(who, id, 240, true);
};
const paysTooMuch: Act = async (who, acts) => {
  const paymentId = await acts.charge(who, 'pix');
  await acts.bankPays(who, paymentId, 999);
};
const asksForHerName: Act = async ({ client, uuid }) => {
  bodyOf(
    await client.call('POST /candidate/users/{uuid}/privacy-requests', {
      params: { uuid },
      body: { kind: 'correction', details: 'Meu nome está sem o acento do documento.' },
    }),
  );
};
const asksForMoreTime: Act = async ({ client, id }) => {
  bodyOf(
    await client.call('PUT /candidate/subscriptions/{id}/accommodation-request', {
      params: { id },
      body: {
        kinds: ['extra-time'],
        reportLater: true,
        notes: 'Tenho dislexia e preciso de mais tempo para escrever.',
      },
    }),
  );
};
