import { type Examples, UUID } from '../records.ts';
import { awaiting } from './approvals.ts';
import { AT, listed } from './records.ts';

const tenant = { id: UUID, alias: 'gama', name: 'Grupo Gama', hosts: ['gama.exemplo.test'] };
const catalogue = {
  yaml: `version: 1
tenant: { alias: gama, name: Grupo Gama, parameters: { PrivacyPolicyUrl: "https://gama.exemplo.test/privacidade", DpoContact: dpo@gama.exemplo.test } }
institutions:
  - { code: GAM01, acronym: GAM, name: Faculdade Gama Exemplo, alias: gam }
hosts:
  - { host: gama.exemplo.test, institution: GAM01, theme: { primary: "#0b5d3b", logoLarge: logo.svg } }
`,
  files: { 'logo.svg': 'PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCA4IDgiLz4=' },
};
const changes = [
  { action: 'create', kind: 'institutions', code: 'GAM01', fields: [] },
  { action: 'create', kind: 'hosts', code: 'gama.exemplo.test', fields: [] },
];

const planned = changes.map((change) => ({
  ...change,
  details: [{ field: 'code', before: null, after: change.code }],
  touches: 0,
}));

const version = { version: 42, at: AT, by: 'Lia Gestão', source: 'form', entries: 1, undoes: null } as const;
const seats = {
  action: 'change',
  kind: 'classes',
  code: 'ADM-ESSAY/T1',
  fields: ['slots'],
  details: [{ field: 'slots', before: 40, after: 60 }],
} as const;
const seatPlan = {
  version: 42,
  changes: [{ ...seats, touches: 0 }],
  grave: [],
  outcome: 'at-once',
  errors: [],
  warnings: [],
};
const wish = {
  expectedVersion: 41,
  edits: [{ kind: 'classes', code: 'ADM-ESSAY/T1', set: { slots: 60 } }],
} as const;

const grave = [
  {
    kind: 'hosts',
    code: 'gama.exemplo.test',
    field: 'host',
    touches: 'trust' as const,
    label: 'Endereço do portal (endereço gama.exemplo.test)',
    before: null,
    after: ['gama.exemplo.test'],
  },
];

const academic = {
  configured: true,
  fed: true,
  attemptedAt: AT,
  succeededAt: AT,
  changedAt: AT,
  failedAt: null,
  failure: null,
  taken: { intakes: 1, disciplines: 42, electives: 2, classes: 6 },
  leftOut: 0,
};

const privacyRequest = {
  id: 9502,
  kind: 'correction',
  status: 'received',
  details: 'Meu nome tem acento.',
  requestedAt: AT,
  dueAt: '2026-01-27T23:59:59-03:00',
  answeredAt: null,
  answer: null,
  availableUntil: null,
  personId: 9001,
  person: { name: 'Candidata Um', document: '11122233396', email: 'um@exemplo.test' },
  overdue: false,
  takenBy: null,
  answeredBy: null,
  subscriptionId: null,
  review: null,
} as const;

/** Examples of tenants, tokens, catalogues and audited calls. */
export const provisioningExamples = {
  'POST /operations/tenants': {
    body: { alias: 'gama', name: 'Grupo Gama', hosts: ['gama.exemplo.test'] },
    answers: { 201: tenant },
  },
  'GET /operations/tenants/{alias}': { answers: { 200: tenant } },
  'GET /operations/tenants/{alias}/notice-addresses': {
    answers: {
      200: {
        data: [
          {
            provider: 'cielo',
            enteredBy: 'institution',
            secrets: [
              {
                madeAt: '2026-01-12T10:00:00-03:00',
                endsAt: null,
                lastUsedAt: '2026-01-12T10:40:00-03:00',
              },
              { madeAt: null, endsAt: '2026-01-15T10:00:00-03:00', lastUsedAt: '2026-01-12T09:55:00-03:00' },
            ],
          },
        ],
      },
    },
  },
  'POST /operations/tenants/{alias}/notice-addresses/{provider}/rotation': {
    body: { overlapHours: 72 },
    answers: {
      200: {
        provider: 'cielo',
        enteredBy: 'institution',
        address:
          'https://orbita.exemplo.test/orbita/api/operations/webhooks/payments/cielo/gama/0wI6Zr0d1s3mVQ7o9k2uY5xT8bN4cE6hJ1pL0aRfGqM',
        formerUntil: '2026-01-15T10:00:00-03:00',
      },
    },
  },
  'POST /operations/tenants/catalogue': {
    body: catalogue,
    answers: {
      201: {
        tenant,
        changes: [{ action: 'create', kind: 'tenant', code: 'gama', fields: [] }, ...changes],
        warnings: [],
      },
    },
  },
  'POST /operations/tokens': {
    body: {
      name: 'Sistema acadêmico',
      tenant: 'gama',
      scopes: ['subscriptions.read', 'students'],
      institutions: ['GAM01'],
      expiresAt: '2027-01-12T10:00:00-03:00',
    },
    answers: {
      201: {
        id: 41,
        parentId: null,
        token: 'svc_exemplo-que-so-aparece-desta-vez',
        name: 'Sistema acadêmico',
        tenant: 'gama',
        scopes: ['subscriptions.read', 'students'],
        institutions: ['GAM01'],
        expiresAt: '2027-01-12T10:00:00-03:00',
      },
      202: awaiting,
    },
  },
  'POST /operations/approvals/{id}/token': {
    answers: {
      201: {
        id: 42,
        parentId: null,
        token: 'svc_exemplo-que-so-aparece-desta-vez',
        name: 'Financeiro',
        tenant: 'alfa',
        scopes: ['payments.refund'],
        institutions: null,
        expiresAt: '2026-12-31T10:00:00-03:00',
      },
    },
  },
  'GET /operations/tokens': {
    answers: {
      200: listed({
        id: 41,
        parentId: null,
        name: 'Sistema acadêmico',
        scopes: ['subscriptions.read', 'students'],
        institutions: ['GAM01'],
        state: 'active',
        createdAt: AT,
        expiresAt: '2027-01-12T10:00:00-03:00',
        revokedAt: null,
        lastUsedAt: AT,
      }),
    },
  },
  'DELETE /operations/tokens/{id}': { answers: {} },
  'POST /operations/catalogue/plan': {
    body: catalogue,
    answers: {
      200: {
        version: 41,
        changes: [],
        grave: [],
        outcome: 'at-once',
        errors: [
          {
            line: 6,
            path: 'hosts[0].institution',
            message: 'institutions has no GAM02; did you mean GAM01?',
          },
        ],
        warnings: [
          {
            line: 9,
            path: 'institutions[0].payment.slip',
            message:
              'this installation cannot take payment by slip: candidates read that it is not available',
          },
        ],
      },
    },
  },
  'POST /operations/catalogue/apply': {
    body: catalogue,
    answers: {
      200: { version: 42, changes: planned, grave, outcome: 'at-once', errors: [], warnings: [] },
      202: awaiting,
    },
  },
  'POST /operations/catalogue/edits/plan': { body: wish, answers: { 200: seatPlan } },
  'POST /operations/catalogue/edits': { body: wish, answers: { 200: seatPlan, 202: awaiting } },
  'GET /operations/catalogue/versions': { answers: { 200: { data: [version], nextCursor: null } } },
  'GET /operations/catalogue/versions/{version}': {
    answers: { 200: { ...version, changes: [seats], more: false } },
  },
  'GET /operations/catalogue/entries': {
    answers: {
      200: {
        data: [
          {
            kind: 'classes',
            code: 'ADM-ESSAY/T1',
            title: 'Turma 1, noite',
            institution: 'GAM01',
            intake: '2026-1',
            offer: 'ADM-ESSAY',
            open: true,
            reason: null,
            from: '2026-02-23',
            to: null,
            taken: 31,
            total: 60,
            amount: null,
          },
        ],
        nextCursor: null,
      },
    },
  },
  'GET /operations/catalogue/entries/{kind}/{code}': {
    answers: {
      200: {
        kind: 'classes',
        code: 'ADM-ESSAY/T1',
        values: { code: 'T1', offer: 'ADM-ESSAY', name: 'Turma 1, noite', slots: 60 },
        taken: { '': 31 },
        names: { courses: {}, poles: {} },
        version: 42,
        changed: { version: 42, at: AT, by: 'Lia Gestão' },
      },
    },
  },
  'GET /operations/catalogue/cities': {
    answers: { 200: { data: [{ code: 3106200, name: 'Belo Horizonte', uf: 'MG' }] } },
  },
  'GET /operations/catalogue/first-day': {
    answers: {
      200: {
        steps: [
          { step: 'brand', done: true },
          { step: 'trial', done: false },
        ],
      },
    },
  },
  'GET /operations/catalogue/export': { answers: { 200: catalogue } },
  'GET /operations/catalogue/schema': {
    answers: {
      200: { $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object', properties: {} },
    },
  },
  'GET /operations/catalogue/academic': { answers: { 200: academic } },
  'POST /operations/catalogue/academic/refresh': { body: { allowEmpty: false }, answers: { 200: academic } },
  'GET /operations/audit': {
    answers: {
      200: listed({
        id: 7,
        at: AT,
        token: 'Sistema acadêmico',
        operator: 'secretaria',
        staffId: null,
        role: null,
        action: 'PUT /operations/subscriptions/{id}/student',
        text: 'Registrou o número de matrícula',
        subject: '/orbita/api/operations/subscriptions/5001/student',
        status: 200,
        requestedBy: null,
        traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
      }),
    },
  },
  'GET /operations/privacy-requests': {
    answers: {
      200: {
        data: [privacyRequest],
        page: 1,
        pageSize: 20,
        total: 1,
      },
    },
  },
  'GET /operations/privacy-requests/{id}': {
    answers: {
      200: {
        ...privacyRequest,
        kind: 'deletion',
        details: null,
        effects: {
          blockedBy: [],
          applications: [5001],
          files: 4,
          messages: 12,
          reasons: ['contract', 'payment'],
          keepUntil: '2036-01-12',
        },
      },
    },
  },
  'POST /operations/privacy-requests/{id}/decision': {
    body: { decision: 'concluded', answer: 'Nome corrigido.' },
    answers: { 200: { id: 9502, personId: 9001, state: 'concluded' }, 202: awaiting },
  },
  'POST /operations/privacy-requests/{id}/review': {
    body: { score: 720, hasPlagiarism: false, answer: 'A segunda banca aprovou o texto.' },
    answers: { 200: { id: 9503, subscriptionId: 5001, outcome: 'granted', status: 3 } },
  },
  'POST /operations/kept-records/search': {
    body: { by: 'cpf', value: '11122233396', reason: 'court' },
    answers: { 200: { data: [{ personId: 9001, keptAt: AT, keepUntil: '2036-01-12' }] } },
  },
  'GET /operations/kept-records/{personId}': {
    answers: {
      200: {
        personId: 9001,
        name: 'Candidata Um',
        birthDate: '2003-05-10',
        documents: [{ type: 'cpf', document: '11122233396' }],
        reasons: ['contract'],
        keepUntil: '2036-01-12',
        contracts: [
          {
            acceptanceId: 8101,
            subscriptionId: 5001,
            acceptedAt: AT,
            hash: 'sha256:f4b2f93232933ea7e54beff65d8f392f285e9406add1f26c4bbca6c9becf2d23',
            html: '<h1>Contrato de prestação de serviços educacionais</h1>',
          },
        ],
      },
    },
  },
  'GET /operations/simulator/clock': { answers: { 200: { now: AT } } },
  'PUT /operations/simulator/clock': { body: { now: AT }, answers: { 200: { now: AT } } },
  'POST /operations/simulator/payments/{paymentId}': { body: { result: 'paid' }, answers: {} },
  'GET /operations/simulator/outbox': {
    answers: {
      200: [
        {
          channel: 'sms',
          to: '31900000001',
          subject: null,
          text: 'CUA: seu código é 123456.',
          html: null,
          attachments: [],
          template: 'N-03',
          at: AT,
        },
      ],
    },
  },
  'POST /operations/simulator/jobs/{job}/run': { answers: { 200: { done: 3 } } },
  'PUT /operations/simulator/faults': { body: { port: 'pix', mode: 'down' }, answers: {} },
} satisfies Examples;
