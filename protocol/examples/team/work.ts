// Longer than other files: one example for each call about people and applications, of one and the same story.
import { type Examples, UUID } from '../records.ts';
import { awaiting } from './approvals.ts';
import {
  AT,
  decision,
  document,
  importedSubscription,
  listed,
  notification,
  subscriptionCard,
  webhookEndpoint,
  wholeSubscription,
} from './records.ts';

const scores = { languages: 600, humanities: 640, sciences: 580, mathematics: 660, essay: 620 };
const secret = 'whsec_exemplo-que-so-aparece-desta-vez';

/** Examples of people, applications, the institution's pending work, and events sent to it. */
const leavingFacts = {
  ...{ institutionCode: 'CUA01', courseName: 'Administração', withdrawalUntil: '2026-01-19' },
  ...{ dueAt: '2026-01-13T23:59:59-03:00', decidedBy: null, decidedAt: null },
};

export const workExamples = {
  'POST /operations/candidates': {
    body: {
      documentType: 'cpf',
      document: '11122233396',
      name: 'Candidata Um',
      birthDate: '2003-05-10',
      nationality: 'BR',
      email: 'um@exemplo.test',
      cellPhone: '31900000001',
      externalId: 'A-1',
    },
    answers: {
      200: { personId: 9001, uuid: UUID, caseId: null, kept: [] },
      201: { personId: 9001, uuid: UUID, caseId: null, kept: [] },
    },
  },
  'POST /operations/subscriptions': {
    body: {
      personId: 9001,
      offerCode: 'ADM-ESSAY',
      courseCode: 'ADM',
      poleCode: 'BH',
      schooling: { level: 'high-school' },
      externalId: 'B-1',
    },
    answers: { 200: wholeSubscription, 201: importedSubscription },
  },
  'GET /operations/subscriptions': { answers: { 200: listed(subscriptionCard) } },
  'POST /operations/subscriptions/search': {
    body: { name: 'Candidata Um', email: 'um@exemplo.test' },
    answers: { 200: listed(subscriptionCard) },
  },
  'GET /operations/subscriptions/{id}': { answers: { 200: wholeSubscription } },
  'POST /operations/subscriptions/{id}/events': {
    body: { event: 'reinstated', reason: 'Pagou no último dia.' },
    answers: { 200: decision(5001, 'reinstated', 6) },
  },
  'POST /operations/blocks': {
    body: { documentType: 'cpf', document: '11122233396', reason: 'Documento falso' },
    answers: { 201: { id: 61, subscriptions: [5001] } },
  },
  'GET /operations/blocks': {
    answers: {
      200: listed({
        id: 61,
        documentType: 'cpf',
        document: '11122233396',
        reason: 'Documento falso',
        state: 'active',
        createdAt: AT,
        liftedAt: null,
      }),
    },
  },
  'DELETE /operations/blocks/{id}': { answers: { 200: { id: 61, subscriptions: [5001] } } },
  'GET /operations/cancellations': {
    answers: {
      200: listed({
        id: 9101,
        subscriptionId: 5001,
        reason: 'gave-up',
        details: null,
        state: 'open',
        requestedAt: AT,
        withdrawalRight: true,
        paidTotal: 360,
        refund: null,
        ...leavingFacts,
      }),
    },
  },
  'GET /operations/cancellations/{id}': {
    answers: {
      200: {
        ...{
          id: 9101,
          subscriptionId: 5001,
          reason: 'gave-up',
          details: null,
          state: 'open',
          requestedAt: AT,
        },
        ...{ withdrawalRight: true, paidTotal: 360, refund: null, ...leavingFacts, version: 1 },
        ...{ person: { personId: 4001, name: 'Candidata Modelo' }, decisionReason: null },
        ...{ classesBegin: '2026-02-09', mayDeny: false, left: 360, proposed: 360, fixed: true },
        ...{ returned: 0, waiting: 0, secondPersonAbove: 500, work: null },
      },
    },
  },
  'POST /operations/cancellations/{id}/decision': {
    body: { decision: 'confirmed', refund: 360, refundBy: '2026-01-22' },
    answers: { 200: decision(9101, 'confirmed', 13), 202: awaiting },
  },
  'POST /operations/subscriptions/{id}/essay-attempts': {
    body: { extra: 1 },
    answers: { 200: decision(5001, 'granted', 9) },
  },
  'GET /operations/subscriptions/{id}/accommodations': {
    answers: {
      200: {
        essayExtraMinutes: 30,
        notes: 'Prova ampliada',
        asked: { kinds: ['large-print'], notes: 'Preciso de letras grandes.' },
        updatedAt: AT,
        request: {
          state: 'granted',
          kinds: ['extra-time'],
          notes: 'Preciso de mais tempo para ler.',
          reportLater: true,
          askedAt: AT,
          message: 'Você tem 30 minutos a mais.',
          decidedAt: AT,
        },
      },
    },
  },
  'PUT /operations/subscriptions/{id}/accommodations': {
    body: { essayExtraMinutes: 30, notes: 'Prova ampliada', message: 'Você tem 30 minutos a mais.' },
    answers: { 200: decision(5001, 'granted', 1) },
  },
  'POST /operations/subscriptions/{id}/accommodation-refusal': {
    body: { reason: 'Falta o laudo.' },
    answers: { 200: decision(5001, 'refused', 1) },
  },
  'POST /operations/subscriptions/{id}/discipline-analysis': {
    body: { favourable: true, accepted: ['MAT101', 'ADM102'], term: 2 },
    answers: { 200: decision(5001, 'favourable', 10) },
  },
  'POST /operations/subscriptions/{id}/papers': { body: {}, answers: { 200: decision(5001, 'retried', 21) } },
  'POST /operations/subscriptions/{id}/selection-decision': {
    body: { decision: 'approved' },
    answers: { 200: decision(5001, 'approved', 3) },
  },
  'GET /operations/exam-scores': {
    answers: {
      200: listed({
        id: 7501,
        subscriptionId: 5001,
        registration: '251000000000',
        year: 2025,
        cpf: '11122233396',
        state: 'analysing',
        scores: null,
        average: null,
        bulletinFileId: null,
        version: 1,
        claim: null,
      }),
    },
  },
  'GET /operations/exam-scores/{id}': {
    answers: {
      200: {
        ...{ id: 7501, subscriptionId: 5001, registration: '251000000000', year: 2025, cpf: '11122233396' },
        ...{ state: 'not-found', scores: null, average: null, bulletinFileId: 9101, version: 2, claim: null },
        ...{ name: 'Candidata Um', courseName: 'Administração', requestedAt: AT },
        ...{ files: [{ fileId: 9101 }], bulletinState: 'sent', inCheck: false },
        ...{ minimums: { average: 450, essay: 0 }, yearAccepted: true, open: true },
        ...{ decidedBy: 'consulta automática', decidedAt: AT, work: null },
      },
    },
  },
  'POST /operations/exam-scores/{id}/result': {
    body: { state: 'approved', scores },
    answers: { 200: decision(7501, 'approved', 3) },
  },
  'GET /operations/schedules': {
    answers: {
      200: listed({
        id: 1,
        code: 'S1',
        offerCode: 'ENF-TEST',
        offerName: 'Vestibular agendado',
        poleCode: 'CENTRO',
        place: 'Bloco A',
        at: '2026-01-20T14:00:00-03:00',
        capacity: 40,
        taken: 1,
        state: 'coming',
      }),
    },
  },
  'GET /operations/schedules/{hourId}': {
    answers: {
      200: {
        ...{
          id: 1,
          code: 'S1',
          offerCode: 'ENF-TEST',
          offerName: 'Vestibular agendado',
          poleCode: 'CENTRO',
          place: 'Bloco A',
        },
        ...{ at: '2026-01-20T14:00:00-03:00', capacity: 40, taken: 1, state: 'coming', minimum: 200 },
      },
    },
  },
  'PUT /operations/schedules/{hourId}/roll/{id}': { body: { present: true }, answers: {} },
  'GET /operations/schedules/{hourId}/roll': {
    answers: {
      200: [
        {
          subscriptionId: 5001,
          name: 'Candidata Um',
          document: '11122233396',
          accessibility: {
            kinds: ['large-print'],
            notes: 'Preciso de letras grandes.',
            granted: 'Prova ampliada',
          },
          state: 'booked',
          ...{ hasNeeds: true, present: true, markedBy: 'Hana Modelo', markedAt: AT },
        },
      ],
    },
  },
  'POST /operations/schedules/{hourId}/results-file': {
    body: { file: 'UEsDBBQAAAAI' },
    answers: {
      200: {
        rows: [{ line: 2, subscriptionId: 5001, present: true, score: 640, essayScore: 500 }],
        problems: [{ line: 7, message: 'a inscrição 5099 não está neste horário.' }],
      },
    },
  },
  'POST /operations/schedules/{hourId}/results': {
    body: [{ subscriptionId: 5001, present: true, score: 640, essayScore: 500 }],
    answers: {
      200: [
        { id: 1, subscriptionId: 5001, state: 'approved', status: 3, code: null, message: null },
        {
          id: 1,
          subscriptionId: 5002,
          state: 'refused',
          status: null,
          code: 'NOT_FOUND',
          message: 'Registro não encontrado.',
        },
      ],
    },
  },
  'POST /operations/schedules/{hourId}/cancel': {
    answers: {
      200: { id: 1, state: 'cancelled', subscriptions: [{ subscriptionId: 5001, status: 1 }] },
    },
  },
  'GET /operations/questionnaires': {
    answers: {
      200: listed({
        id: 7601,
        subscriptionId: 5001,
        state: 'submitted',
        comment: null,
        submittedAt: AT,
        sections: [
          {
            key: 'graduate',
            label: 'Graduação',
            mandatory: true,
            min: 1,
            max: 5,
            complete: false,
            rows: [],
          },
        ],
        version: 1,
        claim: null,
      }),
    },
  },
  'GET /operations/questionnaires/{id}': {
    answers: {
      200: {
        ...{ id: 7601, subscriptionId: 5001, state: 'submitted', comment: null, submittedAt: AT },
        ...{ sections: [], version: 1, claim: null, name: 'Candidata Um', courseName: 'MBA em Finanças' },
        ...{ decidedBy: null, decidedAt: null, work: null },
      },
    },
  },
  'POST /operations/questionnaires/{id}/decision': {
    body: { decision: 'returned', comment: 'Complete a graduação.' },
    answers: { 200: decision(7601, 'returned', 18) },
  },
  'GET /operations/interviews': {
    answers: {
      200: listed({
        id: 7701,
        subscriptionId: 5001,
        state: 'requested',
        channel: 'email',
        periods: [{ date: '2026-01-20', period: 'afternoon' }],
        appointment: null,
        requestedAt: AT,
        ...{ name: 'Candidata Um', courseName: 'MBA em Finanças', institutionCode: 'EPA01', minutes: 30 },
        ...{ interviewer: null, version: 1, claim: null },
      }),
    },
  },
  'GET /operations/interviews/{id}': {
    answers: {
      200: {
        ...{ id: 7701, subscriptionId: 5001, state: 'requested', channel: 'email', appointment: null },
        ...{ periods: [{ date: '2026-01-20', period: 'afternoon' }], requestedAt: AT, minutes: 30 },
        ...{ name: 'Candidata Um', courseName: 'MBA em Finanças', institutionCode: 'EPA01' },
        ...{ interviewer: null, version: 1, claim: null, notes: null, reason: null, heldAt: null },
        ...{ decidedBy: null, decidedAt: null, sections: [], work: null },
      },
    },
  },
  'GET /operations/interviewers': { answers: { 200: [{ staffId: 11, name: 'Gil Modelo' }] } },
  'POST /operations/interviews/{id}/cancellation': {
    body: { reason: 'A pessoa que entrevista está doente.' },
    answers: { 200: decision(7701, 'requested', 18) },
  },
  'PUT /operations/interviews/{id}/appointment': {
    body: { at: '2026-01-20T14:00:00-03:00', link: 'https://sala.exemplo.test/2' },
    answers: { 200: decision(7701, 'scheduled', 19) },
  },
  'POST /operations/interviews/{id}/outcome': {
    body: { held: true },
    answers: { 200: decision(7701, 'held', 19) },
  },
  'POST /operations/interviews/{id}/decision': {
    body: { decision: 'approved' },
    answers: { 200: decision(7701, 'approved', 3) },
  },
  'PUT /operations/classes/{code}/capacity': {
    body: { slots: 5, offerCode: 'EXT-EXCEL' },
    answers: { 200: { code: 'T1', offerCode: 'EXT-EXCEL', name: 'Turma 1', slots: 5, taken: 3 } },
  },
  'GET /operations/documents': { answers: { 200: listed(document) } },
  'GET /operations/documents/files/{fileId}': { answers: {} },
  'GET /operations/documents/{id}': {
    answers: {
      200: {
        ...document,
        compare: [{ label: 'Nome', value: 'Maria Exemplo' }],
        decisions: [
          { state: 'reopened', reason: null, note: 'Faltou o verso', by: 'Bia Secretaria', at: AT },
        ],
        missingAfter: 0,
        nextStatus: { status: 7, statusName: 'Matriculado' },
        nextStatusWaived: { status: 7, statusName: 'Matriculado' },
        reopening: null,
      },
    },
  },
  'POST /operations/documents/{id}/review': {
    body: { decision: 'approved', version: 3, concludes: true },
    answers: { 200: decision(6001, 'approved', 7) },
  },
  'POST /operations/documents/{id}/reopening': {
    body: { reason: 'Faltou o verso', version: 4 },
    answers: { 200: decision(6001, 'sent', 5) },
  },
  'POST /operations/documents/reviews': {
    body: {
      items: [
        { id: 6001, version: 3, decision: 'approved', concludes: false },
        { id: 6002, version: 2, decision: 'rejected', reason: 'other', note: 'Falta o verso' },
      ],
    },
    answers: {
      200: [
        { id: 6001, state: 'approved', status: 5 },
        { id: 6002, code: 'VERSION_CONFLICT' },
      ],
    },
  },
  'PUT /operations/subscriptions/{id}/student': {
    body: { studentLyceumId: '20260001' },
    answers: { 200: decision(5001, 'registered', 7) },
  },
  'POST /operations/handoffs': {
    body: { personId: 9001, redirectTo: '/orbita/candidate/portal' },
    answers: {
      201: {
        code: 'exemplo-de-uso-unico',
        url: 'https://cua.exemplo.test/orbita/candidate/auth?code=exemplo-de-uso-unico',
        expiresAt: '2026-01-12T10:01:00-03:00',
      },
    },
  },
  'POST /operations/subscriptions/{id}/access-keys': {
    body: { purpose: 'payment', ttlDays: 7, notify: true },
    answers: {
      201: {
        keyId: 2,
        url: 'https://cua.exemplo.test/orbita/candidate/subscriptions/essays/5001?accesskey=exemplo',
        expiresAt: '2026-01-19T10:00:00-03:00',
      },
    },
  },
  'POST /operations/subscriptions/{id}/contact-confirmations': { answers: { 200: { sent: true } } },
  'GET /operations/subscriptions/{id}/access-keys': {
    answers: {
      200: [
        {
          keyId: 2,
          purpose: 'payment',
          createdAt: AT,
          expiresAt: '2026-01-19T10:00:00-03:00',
          revokedAt: null,
        },
      ],
    },
  },
  'DELETE /operations/subscriptions/{id}/access-keys': { answers: { 200: { revoked: 2 } } },
  'DELETE /operations/access-keys/{keyId}': { answers: {} },
  'GET /operations/notifications': { answers: { 200: listed(notification) } },
  'GET /operations/message-templates': {
    answers: {
      200: {
        data: [
          {
            id: 'N-05',
            title: 'Inscrição recebida',
            to: 'person',
            channels: ['email', 'sms'],
            variants: ['recebida', 'acesso', 'confirmar'],
            mayHaveParagraph: true,
          },
        ],
      },
    },
  },
  'POST /operations/message-templates/{template}/preview': {
    body: { institution: 'CUA01', paragraph: 'Dúvidas? Fale com a secretaria.' },
    answers: {
      200: {
        subject: 'Inscrição recebida',
        text: 'Olá, Candidata!\n\nSua inscrição nº 5001 em Enfermagem chegou.\n\nDúvidas? Fale com a secretaria.\n\nAlfa',
        html: '<!doctype html><html lang="pt-BR"></html>',
        sms: 'Sua inscricao n. 5001 em Enfermagem chegou.',
        fromName: 'Centro Universitário Alfa Exemplo',
        replyTo: null,
      },
    },
  },
  'POST /operations/notifications/{id}/resend': {
    answers: { 201: { ...notification, id: 18, state: 'pending', attempts: 0, sentAt: null } },
  },
  'POST /operations/webhook-endpoints': {
    body: {
      institution: 'CUA01',
      url: 'https://academico.exemplo.test/avisos',
      kinds: ['enrollment.completed'],
      description: 'Sistema acadêmico',
    },
    answers: { 201: { ...webhookEndpoint, secret }, 202: awaiting },
  },
  'GET /operations/webhook-endpoints': { answers: { 200: listed(webhookEndpoint) } },
  'GET /operations/webhook-endpoints/{id}': { answers: { 200: webhookEndpoint } },
  'PUT /operations/webhook-endpoints/{id}': {
    body: {
      url: 'https://academico.exemplo.test/avisos',
      kinds: ['enrollment.completed', 'subscription.status-changed'],
      description: 'Sistema acadêmico',
      state: 'disabled',
    },
    answers: {
      200: {
        ...webhookEndpoint,
        kinds: ['enrollment.completed', 'subscription.status-changed'],
        state: 'disabled',
      },
      202: awaiting,
    },
  },
  'DELETE /operations/webhook-endpoints/{id}': { answers: {} },
  'POST /operations/webhook-endpoints/{id}/rotation': {
    body: { overlapHours: 24 },
    answers: {
      200: { ...webhookEndpoint, previousSecretUntil: '2026-01-13T10:00:00-03:00', secret },
    },
  },
  'GET /operations/webhook-deliveries': {
    answers: {
      200: listed({
        id: 1,
        eventId: 'evt_exemplo',
        endpoint: 3001,
        kind: 'enrollment.completed',
        subscriptionId: 5001,
        version: 12,
        state: 'pending',
        attempts: 2,
        lastStatus: 503,
        lastError: null,
        nextAttemptAt: '2026-01-12T10:05:00-03:00',
        createdAt: AT,
        updatedAt: AT,
      }),
    },
  },
  'POST /operations/webhook-deliveries/{id}/replay': {
    answers: { 200: { id: 1, state: 'pending', subscriptionId: 5001 } },
  },
  'POST /operations/webhook-deliveries/replay': {
    body: {
      endpoint: 3001,
      from: '2026-01-01T00:00:00-03:00',
      to: '2026-02-01T00:00:00-03:00',
      delivered: true,
    },
    answers: { 200: { replayed: 41 } },
  },
} satisfies Examples;
