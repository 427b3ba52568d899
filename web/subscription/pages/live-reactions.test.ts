import { LIVE_EVENTS, type LiveEventType } from '@orbita/domain/messaging';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { interviewQuery, questionnaireQuery } from '../../admission/queries.ts';
import type { LiveEvent } from '../../base/live.ts';
import { queryClient } from '../../base/query.ts';
import { contractQuery } from '../../contract/queries.ts';
import { documentsQuery } from '../../document/queries.ts';
import { classesQuery } from '../../enrolment/queries.ts';
import { essaysQuery } from '../../essay/queries.ts';
import { paymentOptionsQuery, paymentsQuery } from '../../payment/queries.ts';
import { examScoreQuery } from '../../selection/queries.ts';
import {
  fullStatusQuery,
  statusQuery,
  stepsQuery,
  subscriptionQuery,
  subscriptionsQuery,
} from '../queries.ts';
import { LIVE_REACTIONS, reactTo } from './live-reactions.ts';

vi.mock('../../base/settings.ts', () => ({ settings: { timeZone: 'America/Sao_Paulo' } }));
vi.mock('../../base/api.ts', () => ({ call: () => new Promise(() => undefined) }));
vi.mock('../../base/session.ts', () => ({ session: { uuid: () => '' } }));

const ID = 5001;
const page = [subscriptionQuery(ID), statusQuery(ID), stepsQuery(ID), subscriptionsQuery()];
const charge = [paymentOptionsQuery(ID), paymentsQuery(ID)];
const essay = [essaysQuery(ID)];

/** How each event is shown: the refetched data, and the line above the step if the data alone say too little. */
const TABLE: Record<LiveEventType, [data: { queryKey: readonly unknown[] }[], line?: string]> = {
  'subscription.status-changed': [[...page, fullStatusQuery(ID)]],
  'subscription.steps-changed': [page],
  'subscription.course-changed': [[...page, contractQuery(ID)]],
  'essay.finished': [essay],
  'essay.timed-out': [essay],
  'essay.graded': [essay],
  'essay.delayed': [essay, 'Sua correção está demorando mais do que o previsto.'],
  'exam-score.updated': [[examScoreQuery(ID)]],
  'document.reviewed': [[documentsQuery(ID)], 'Há novidade nos seus documentos.'],
  'questionnaire.decided': [[questionnaireQuery(ID), fullStatusQuery(ID)]],
  'interview.scheduled': [[interviewQuery(ID)], 'Sua entrevista foi marcada.'],
  'interview.decided': [[interviewQuery(ID)]],
  'class.hold-expiring': [[fullStatusQuery(ID)], 'Sua reserva de turma termina às 10:25.'],
  'class.hold-expired': [[classesQuery(ID), fullStatusQuery(ID)]],
  'scheduling.cancelled': [page],
  'student.registered': [[subscriptionQuery(ID)], 'Seu número de matrícula chegou.'],
  'payment.created': [charge],
  'payment.processing': [charge],
  'payment.confirmed': [charge],
  'payment.denied': [charge],
  'payment.expired': [charge],
  'payment.cancelled': [charge],
  'payment.refunded': [charge, 'Você recebeu um pagamento de volta.'],
  'payment.slip-registered': [charge],
  'payment.slip-error': [charge],
  'payment.manual-requested': [charge],
  'payment.manual-decided': [charge],
  'payment.late': [charge, 'Seu pagamento chegou depois do prazo.'],
  'recurrence.updated': [charge],
  'recurrence.charged': [charge],
  'recurrence.failed': [charge],
  'recurrence.refunded': [charge],
};

/** Events that nothing sends yet: whoever adds a sender decides what the person sees. */
const NOT_SENT: readonly string[] = [];

const types = Object.keys(LIVE_EVENTS) as LiveEventType[];
const event = (type: string, data: LiveEvent['data'] = {}): LiveEvent => ({
  id: '1',
  type,
  occurredAt: '2026-01-12T10:00:00-03:00',
  subscriptionId: ID,
  version: 1,
  data: { expiration: '2026-01-12T10:25:00-03:00', ...data },
});
const isOld = (queryKey: readonly unknown[]) => queryClient.getQueryState(queryKey)?.isInvalidated;

beforeEach(() => queryClient.clear());

describe('every live event changes the screen', () => {
  it.each(types)('%s', (type) => {
    const [data, line] = TABLE[type];
    for (const { queryKey } of data) queryClient.setQueryData(queryKey, {});
    const said = reactTo(event(type));
    for (const { queryKey } of data) expect(isOld(queryKey), queryKey.join()).toBe(true);
    if (line) expect(said?.text).toContain(line);
    else expect(said).toBeUndefined();
  });

  it('only those of cards are not sent yet', () => {
    expect(types.filter((type) => LIVE_REACTIONS[type] === 'not sent yet')).toEqual(NOT_SENT);
  });

  it.each([
    ['rejected', 'warning', 'CPF: precisamos de um novo arquivo.'],
    ['pending', 'warning', 'CPF: precisamos de um novo arquivo.'],
    ['approved', 'success', 'CPF: aprovado.'],
    ['waived', 'success', 'CPF: não precisa mais enviar.'],
    ['sent', 'info', 'CPF: em análise outra vez.'],
  ])('a document that is now %s is named', (state, kind, text) => {
    expect(reactTo(event('document.reviewed', { name: 'CPF', state }))).toEqual({ kind, text });
  });

  it('an unknown one refetches the application; a contract being read stays unchanged', () => {
    queryClient.setQueryData(statusQuery(ID).queryKey, {});
    queryClient.setQueryData(contractQuery(ID).queryKey, {});
    expect(reactTo(event('newer.event'))).toBeUndefined();
    expect(isOld(statusQuery(ID).queryKey)).toBe(true);
    expect(isOld(contractQuery(ID).queryKey)).toBe(false);
  });
});
