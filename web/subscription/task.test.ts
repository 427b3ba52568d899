import { allStatuses, stepsOf } from '@orbita/domain/subscription';
import { describe, expect, it, vi } from 'vitest';
import { endOfIntake } from './deadline.ts';
import type { SubscriptionCard } from './queries.ts';
import { isUrgent, progressOf, taskOf } from './task.ts';

vi.mock('../base/settings.ts', () => ({ settings: { timeZone: 'America/Sao_Paulo' } }));

const card = (subscriptionStatus: number, more: Partial<SubscriptionCard> = {}): SubscriptionCard =>
  withSteps({
    id: 5001,
    subscriptionId: 5001,
    personId: 9001,
    personName: 'Candidata Um',
    courseId: 101,
    courseCode: 'ADM',
    courseName: 'Administração',
    poleId: 201,
    offerId: 11,
    intakeId: 301,
    institutionId: 1,
    institutionCode: 'CUA01',
    subscriptionStatus,
    isPaid: false,
    isTaxPaid: false,
    hour: null,
    campusSchedulingId: null,
    campusScheduling: null,
    campusPolo: 'Polo Belo Horizonte',
    educationLevelType: 1,
    underageWarning: false,
    displayCampus: true,
    hasDiscount: false,
    studentLyceumId: null,
    academicClassId: null,
    academicClassDate: null,
    ingressMode: 'Vestibular online',
    modalityDescription: 'EaD',
    offer: {
      name: 'Vestibular online 2026-1',
      requiresClass: false,
      documentStage: 'after-payment',
      ingressMode: { id: 401, name: 'Vestibular online', kind: 'online-essay', useDisciplines: false },
    },
    applicationType: 'essay',
    statusName: 'Inscrito',
    statusColor: 'status-subscribed',
    intake: { startDate: '2025-10-01', endDate: '2026-02-13', classStartDate: '2026-02-23' },
    paymentDeadline: null,
    version: 1,
    createdAt: '2026-01-12T10:00:00-03:00',
    page: 'essay',
    changedAt: '2026-01-12T10:00:00-03:00',
    awaitsInstitution: false,
    refusedDocuments: [],
    deadlines: { payment: null, documents: null, class: null },
    steps: [],
    ...more,
  });

/** A card with the steps the server would send for it. */
const withSteps = (of: SubscriptionCard): SubscriptionCard => ({
  ...of,
  steps: stepsOf({
    id: of.id,
    type: of.applicationType,
    status: of.subscriptionStatus,
    kind: of.offer.ingressMode.kind,
    requiresClass: of.offer.requiresClass,
    documentStage: of.offer.documentStage,
  }),
});

const ofKind = (kind: SubscriptionCard['offer']['ingressMode']['kind'], status = 1) => {
  const base = card(status, { applicationType: 'graduation' });
  return withSteps({ ...base, offer: { ...base.offer, ingressMode: { ...base.offer.ingressMode, kind } } });
};

describe('the next act of an application', () => {
  it.each([
    [1, 'act', 'Fazer redação'],
    [2, 'wait', 'Ver prova'],
    [3, 'act', 'Ver resultado'],
    [4, 'act', 'Continuar'],
    [5, 'act', 'Enviar documentos'],
    [6, 'act', 'Pagar'],
    [7, 'done', 'Ver matrícula'],
    [8, 'done', 'Ver detalhes'],
    [9, 'done', 'Ver resultado'],
    [10, 'act', 'Enviar documentos'],
    [11, 'wait', 'Acompanhar'],
    [12, 'wait', 'Ver cancelamento'],
    [13, 'done', 'Ver detalhes'],
    [14, 'act', 'Completar dados'],
    [16, 'act', 'Responder questionário'],
    [17, 'act', 'Pagar'],
    [18, 'act', 'Marcar entrevista'],
    [19, 'wait', 'Acompanhar'],
    [20, 'wait', 'Acompanhar'],
    [21, 'act', 'Escolher turma'],
  ])('status %i: %s, "%s"', (status, kind, action) => {
    expect(taskOf(card(status))).toMatchObject({ kind, action, href: '/subscriptions/essays/5001' });
  });

  it('is defined for every status that can occur', () => {
    expect(allStatuses).toHaveLength(20);
    for (const status of allStatuses) expect(taskOf(card(status)).next).not.toMatch(/em andamento/);
    expect(taskOf(card(15)).next).toMatch(/em andamento/);
  });

  it('follows the ingress mode', () => {
    expect(taskOf(ofKind('scheduled-test')).action).toBe('Agendar prova');
    expect(taskOf(ofKind('exam-score')).action).toBe('Informar nota do ENEM');
    expect(taskOf(ofKind('document-analysis')).action).toBe('Enviar documentos');
    expect(taskOf(ofKind('none')).action).toBe('Continuar');
  });

  it('is nothing while somebody else must act', () => {
    const steps = [
      { code: 'assessment', inReview: false },
      { code: 'analysis', inReview: true },
    ] as const;
    expect(taskOf(card(1), steps)).toMatchObject({ kind: 'wait', action: 'Acompanhar' });
    expect(taskOf(card(10), steps)).toMatchObject({ kind: 'wait', action: 'Ver documentos' });
    expect(taskOf(card(1), steps).deadline).toBeUndefined();
    expect(taskOf(ofKind('exam-score'), steps).next).toMatch(/cerca de 20 minutos/);
    expect(taskOf(card(2), steps).next).toMatch(/resultado/);
    const waiting = { awaitsInstitution: true };
    expect(taskOf(card(5, waiting))).toMatchObject({ kind: 'wait', action: 'Ver documentos' });
    expect(taskOf(card(18, waiting))).toMatchObject({ kind: 'wait', action: 'Ver entrevista' });
  });

  it('continues without a result where nobody is selected', () => {
    const extension = { ...ofKind('none', 3), applicationType: 'extension' as const };
    expect(taskOf(extension).action).toBe('Continuar');
  });

  it('depends on an open or failed charge', () => {
    expect(taskOf(card(6, { page: 'waitingPayment' })).action).toBe('Ver pagamento');
    expect(taskOf(card(6, { page: 'paymentFailure' })).next).toMatch(/não deu certo/);
  });
});

it('a refused document is named before those never sent', () => {
  const refused = (status: number, ...refusedDocuments: string[]) =>
    taskOf(card(status, { refusedDocuments }));
  expect(refused(5, 'Histórico escolar')).toMatchObject({
    kind: 'act',
    action: 'Enviar documentos',
    next: 'Histórico escolar: precisamos de um novo arquivo.',
  });
  expect(refused(10, 'Histórico escolar', 'CPF').next).toBe(
    'Histórico escolar e CPF: precisamos de um novo arquivo de cada.',
  );
  expect(refused(5, 'RG', 'CPF', 'Foto').next).toBe('3 documentos: precisamos de um novo arquivo de cada.');
  expect(refused(5).next).toBe('Mande os documentos que faltam para a matrícula.');
});

const until = (some: Partial<SubscriptionCard['deadlines']>) => ({
  deadlines: { payment: null, documents: null, class: null, ...some },
});

describe('deadline of an application', () => {
  it('is what expires first, and is shown to those with something to do', () => {
    const payment = '2026-01-19T23:59:59-03:00';
    const held = '2026-01-14T10:00:00-03:00';
    expect(taskOf(card(6, until({ payment, class: held }))).deadline).toEqual({
      at: new Date(held),
      of: 'class',
    });
    expect(taskOf(card(21, until({ payment }))).deadline?.of).toBe('payment');
    const documents = card(5, until({ documents: payment }));
    expect(taskOf(documents).deadline?.of).toBe('documents');
    expect(taskOf({ ...documents, awaitsInstitution: true }).deadline).toBeUndefined();
    const hour = { id: 1, dataHora: '2026-01-20T14:00:00-03:00' };
    expect(taskOf(card(2, { hour })).deadline).toEqual({ at: new Date(hour.dataHora), of: 'test' });
  });

  it('is the end of the intake, or of the payment', () => {
    expect(taskOf(card(1)).deadline).toEqual({
      at: new Date('2026-02-13T23:59:59.999-03:00'),
      of: 'applying',
    });
    expect(taskOf(card(3)).deadline?.of).toBe('enrolling');
    const paying = card(6, until({ payment: '2026-01-19T23:59:59-03:00' }));
    expect(taskOf(paying).deadline).toEqual({ at: new Date('2026-01-19T23:59:59-03:00'), of: 'payment' });
    expect(taskOf(card(7)).deadline).toBeUndefined();
  });

  it('is the day a late decision gave, whatever was due before (spec 7.1)', () => {
    const intake = { startDate: '2025-10-01', endDate: '2026-02-18', classStartDate: '2026-02-23' };
    const late = card(3, { intake, paymentDeadline: '2026-01-19T23:59:59-03:00' });
    const graded = Date.parse('2026-02-15T09:00:00-03:00');
    expect(endOfIntake(late)).toEqual(new Date('2026-02-18T23:59:59.999-03:00'));
    expect(taskOf(late).deadline).toEqual({ at: endOfIntake(late), of: 'enrolling' });
    expect(isUrgent(taskOf(late), graded)).toBe(false);
    expect(isUrgent(taskOf({ ...late, intake: card(3).intake }), graded)).toBe(true);
  });

  it('is urgent in its last 24 hours, and only for those with something to do', () => {
    const paying = taskOf(card(6, until({ payment: '2026-01-19T23:59:59-03:00' })));
    expect(isUrgent(paying, Date.parse('2026-01-18T23:59:58-03:00'))).toBe(false);
    expect(isUrgent(paying, Date.parse('2026-01-19T00:00:00-03:00'))).toBe(true);
    expect(isUrgent(taskOf(card(7)), Date.parse('2026-02-13T23:00:00-03:00'))).toBe(false);
  });
});

describe('progress of an application', () => {
  it('counts the steps of an essay application', () => {
    expect(progressOf(card(1).steps)).toEqual({ done: 1, total: 8 });
    expect(progressOf(card(6).steps)).toEqual({ done: 5, total: 8 });
    expect(progressOf(card(7).steps)).toEqual({ done: 8, total: 8 });
  });

  it('omits skipped steps', () => {
    expect(progressOf([{ state: 'done' }, { state: 'skipped' }, { state: 'todo' }])).toEqual({
      done: 1,
      total: 2,
    });
  });
});
