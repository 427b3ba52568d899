// Longer than other files: every call of the operations API with its example, which the generated suites use as one list.
import type { CallExample } from './candidate-calls.ts';
import type { FullPerson } from './full-person.ts';
import { inventedPerson } from './people.ts';

const subscription = { params: (of: FullPerson) => ({ id: of.subscriptionId }) };
const person = { params: (of: FullPerson) => ({ personId: of.personId }) };
const note = { params: (of: FullPerson) => ({ id: of.noteId }) };
const essay = { params: (of: FullPerson) => ({ id: of.essayId }) };
const payment = { params: (of: FullPerson) => ({ paymentId: of.paymentId }) };
const slot = { params: (of: FullPerson) => ({ hourId: of.hourId }) };
const interview = { params: (of: FullPerson) => ({ id: of.interviewId }) };
const staffMember = { params: (of: FullPerson) => ({ staffId: of.staffId }) };
const catalogue = { body: () => ({ yaml: 'version: 1\n', files: {} }) };
/** An id that no record has. */
export const UNKNOWN_ID = 999_999_999;
const EXPIRES = '2027-01-12T10:00:00-03:00';

/** Every call that needs a service token. A call missing here fails the test of all calls. */
export const operationsCalls: Record<string, CallExample> = {
  'POST /operations/tenants': {
    body: () => ({ alias: 'gama', name: 'Grupo Gama', hosts: ['gama.orbita.test'] }),
  },
  'GET /operations/tenants/{alias}': { params: (of) => ({ alias: of.tenant }) },
  'GET /operations/tenants/{alias}/notice-addresses': { params: (of) => ({ alias: of.tenant }) },
  'POST /operations/tenants/{alias}/notice-addresses/{provider}/rotation': {
    params: (of) => ({ alias: of.tenant, provider: 'cielo' }),
    body: () => ({ overlapHours: 72 }),
  },
  'POST /operations/tenants/catalogue': catalogue,
  'POST /operations/tokens': {
    body: (of) => ({ name: 'Sistema', tenant: of.tenant, scopes: ['essays'], expiresAt: EXPIRES }),
  },
  'GET /operations/tokens': {},
  // An unknown id; revoking an existing token has its own test.
  'DELETE /operations/tokens/{id}': { params: () => ({ id: UNKNOWN_ID }) },
  'POST /operations/catalogue/plan': catalogue,
  'POST /operations/catalogue/apply': catalogue,
  'POST /operations/catalogue/edits/plan': {
    body: () => ({ edits: [{ kind: 'vouchers', code: 'NENHUM', set: { maxUses: 5 } }] }),
  },
  'POST /operations/catalogue/edits': {
    body: () => ({ edits: [{ kind: 'vouchers', code: 'NENHUM', set: { maxUses: 5 } }] }),
  },
  'GET /operations/catalogue/versions': {},
  'GET /operations/catalogue/versions/{version}': { params: () => ({ version: UNKNOWN_ID }) },
  'GET /operations/catalogue/entries': { query: () => ({ kind: 'offers', institution: 'CUA01' }) },
  'GET /operations/catalogue/entries/{kind}/{code}': { params: () => ({ kind: 'offers', code: 'NENHUMA' }) },
  'GET /operations/catalogue/cities': { query: () => ({ q: 'belo h' }) },
  'GET /operations/catalogue/first-day': {},
  'GET /operations/catalogue/export': {},
  'GET /operations/catalogue/schema': {},
  'GET /operations/catalogue/academic': {},
  'POST /operations/catalogue/academic/refresh': { body: () => ({ allowEmpty: false }) },
  'GET /operations/audit': {},
  'GET /operations/subscriptions': {},
  'POST /operations/subscriptions/search': {
    body: (of) => ({ documentType: 'cpf', document: of.document }),
  },
  'POST /operations/search': { body: (of) => ({ q: of.document }) },
  'GET /operations/document-cases': {},
  'GET /operations/document-cases/{id}': { params: (of) => ({ id: of.caseId }) },
  'GET /operations/held-contacts': {},
  'POST /operations/document-cases/{id}/decision': {
    params: (of) => ({ id: of.caseId }),
    body: () => ({ decision: 'kept', identityCheck: 'document', reason: 'Conferi' }),
  },
  'GET /operations/persons/{personId}': person,
  'PUT /operations/persons/{personId}/contacts': {
    ...person,
    body: () => ({
      email: 'outro@exemplo.test',
      cellPhone: '31900000099',
      identityCheck: 'document',
      reason: 'Perdeu o e-mail',
    }),
  },
  'POST /operations/persons/{personId}/contacts/release': {
    ...person,
    body: () => ({ identityCheck: 'document', reason: 'Conferi o documento' }),
  },
  'PUT /operations/persons/{personId}/identity': {
    ...person,
    body: () => ({ name: 'Candidata Corrigida', proof: 'identity-card', reason: 'Nome escrito errado' }),
  },
  'GET /operations/subscriptions/{id}': subscription,
  'GET /operations/subscriptions/{id}/documents': subscription,
  'GET /operations/subscriptions/{id}/charges': subscription,
  'GET /operations/payments/{id}/slip': { params: (of) => ({ id: of.paymentId }) },
  'GET /operations/subscriptions/{id}/acceptances': subscription,
  'GET /operations/acceptances/{id}/file': { params: (of) => ({ id: of.contractId }) },
  'GET /operations/subscriptions/{id}/essays': subscription,
  'GET /operations/subscriptions/{id}/tests': subscription,
  'GET /operations/subscriptions/{id}/exam-scores': subscription,
  'GET /operations/subscriptions/{id}/admission': subscription,
  'GET /operations/subscriptions/{id}/timeline': subscription,
  'GET /operations/subscriptions/{id}/actions': subscription,
  'PUT /operations/subscriptions/{id}/owner': { ...subscription, body: () => ({ mine: true }) },
  'POST /operations/reminders/preview': {
    body: (of) => ({ kind: 'continue', subscriptionIds: [of.subscriptionId] }),
  },
  'POST /operations/reminders': {
    body: (of) => ({ kind: 'continue', subscriptionIds: [of.subscriptionId] }),
  },
  'GET /operations/reminders': {},
  'GET /operations/reminders/{id}': { params: () => ({ id: UNKNOWN_ID }) },
  'POST /operations/reminders/{id}/stop': { params: () => ({ id: UNKNOWN_ID }) },
  'GET /operations/filter-choices': { query: () => ({ of: 'course', q: 'adm' }) },
  'GET /operations/reports/{report}': { params: () => ({ report: 'funnel' }) },
  'GET /operations/moves': { query: () => ({ event: 'create' }) },
  'GET /operations/subscriptions/{id}/notes': subscription,
  'POST /operations/subscriptions/{id}/notes': { ...subscription, body: () => ({ text: 'Ligou hoje.' }) },
  'POST /operations/subscriptions/{id}/views': {
    ...subscription,
    body: () => ({ reason: 'Ligou com dúvida.' }),
  },
  'PUT /operations/notes/{id}': { ...note, body: () => ({ text: 'Ligou de novo.' }) },
  'DELETE /operations/notes/{id}': note,
  'GET /operations/subscriptions/{id}/course-options': subscription,
  'POST /operations/subscriptions/{id}/course-change': {
    ...subscription,
    body: (of) => ({
      courseCode: of.tenant === 'alfa' ? 'ADM' : 'SIS',
      poleCode: of.tenant === 'alfa' ? 'CT' : 'MZ',
      reason: 'Mudou de cidade',
    }),
  },
  'GET /operations/subscriptions/{id}/dossier': subscription,
  'GET /operations/front-desk/offers': { query: () => ({ q: 'adm' }) },
  'POST /operations/front-desk/applications': {
    body: (of) => ({
      ...{ documentType: 'cpf' as const, document: inventedPerson(987).cpf, name: 'Candidata Dezenove' },
      ...{ birthDate: '1998-08-18', email: 'dezenove@exemplo.test', cellPhone: '31900000019' },
      ...{ paper: 'identity-card' as const, consent: true as const, schooling: { level: 'high-school' } },
      ...(of.tenant === 'alfa'
        ? { offerCode: 'ADM-ESSAY', courseCode: 'ADM', poleCode: 'BH' }
        : { offerCode: 'SIS-ESSAY', courseCode: 'SIS', poleCode: 'MZ' }),
    }),
  },
  'GET /operations/subscriptions/{id}/deadlines': subscription,
  'POST /operations/subscriptions/{id}/deadline': {
    ...subscription,
    body: () => ({ deadline: 'payment', until: '2026-03-26', reason: 'Banco fora do ar' }),
  },
  'POST /operations/offers/{code}/deadline': {
    params: (of) => ({ code: of.tenant === 'alfa' ? 'ADM-ESSAY' : 'SIS-ESSAY' }),
    body: () => ({ deadline: 'payment', until: '2026-01-26', reason: 'Banco fora do ar' }),
  },
  'GET /operations/subscriptions/{id}/discounts': subscription,
  'POST /operations/subscriptions/{id}/discount/withdrawal': {
    ...subscription,
    body: () => ({ purpose: 'enrollment' as const, reason: 'Foi dado à pessoa errada' }),
  },
  'POST /operations/subscriptions/{id}/discount': {
    ...subscription,
    body: () => ({
      ...{ purpose: 'enrollment' as const, percent: 10, appliesTo: 'first' as const, until: '2026-01-31' },
      reason: 'Filha de quem trabalha aqui',
    }),
  },
  'GET /operations/subscriptions/{id}/scheduling': subscription,
  'PUT /operations/subscriptions/{id}/scheduling': {
    ...subscription,
    body: (of) => ({ hourId: of.hourId || 1, reason: 'Pediu pelo telefone' }),
  },
  'POST /operations/subscriptions/{id}/exam-score': {
    ...subscription,
    body: () => ({ registration: '251000000005', year: 2025, reason: 'Sem internet' }),
  },
  'GET /operations/subscriptions/{id}/questionnaire': subscription,
  'PUT /operations/subscriptions/{id}/questionnaire/sections/{key}': {
    params: (of) => ({ id: of.subscriptionId, key: 'graduate' }),
    body: () => ({ rows: [], reason: 'Sem internet' }),
  },
  'POST /operations/subscriptions/{id}/questionnaire/submit': {
    ...subscription,
    body: () => ({ reason: 'Sem internet' }),
  },
  'GET /operations/subscriptions/{id}/disciplines': subscription,
  'PUT /operations/subscriptions/{id}/disciplines': {
    ...subscription,
    body: () => ({ electives: [], reason: 'Sem internet' }),
  },
  'POST /operations/documents/{id}/files': { params: (of) => ({ id: of.documentId }) },
  'POST /operations/documents/{id}/covered-by/{otherId}': {
    params: (of) => ({ id: of.documentId, otherId: of.documentId }),
    body: () => ({ reason: 'Está no RG' }),
  },
  'PUT /operations/persons/{id}/institution-filter': {
    params: (of) => ({ id: of.personId }),
    body: () => ({ disabled: true }),
  },
  'POST /operations/subscriptions/{id}/access-keys': {
    ...subscription,
    body: () => ({ purpose: 'continue', ttlDays: 7 }),
  },
  'POST /operations/subscriptions/{id}/contact-confirmations': subscription,
  'GET /operations/subscriptions/{id}/access-keys': subscription,
  'DELETE /operations/subscriptions/{id}/access-keys': subscription,
  'DELETE /operations/access-keys/{keyId}': { params: (of) => ({ keyId: of.keyId }) },
  'POST /operations/candidates': {
    body: () => ({
      documentType: 'cpf',
      document: '40450560686',
      name: 'Candidato Dezoito',
      socialName: 'Candidata Dezoito',
      birthDate: '1998-08-18',
      nationality: 'BR',
      email: 'dezoito@exemplo.test',
      cellPhone: '31900000018',
      externalId: 'A-18',
    }),
  },
  'POST /operations/subscriptions': {
    body: (of) => ({
      personId: of.personId,
      offerCode: of.tenant === 'alfa' ? 'ADM-ESSAY' : 'SIS-ESSAY',
      courseCode: of.tenant === 'alfa' ? 'ADM' : 'SIS',
      poleCode: of.tenant === 'alfa' ? 'BH' : 'MZ',
      schooling: { level: 'high-school', expectedYear: null },
      voucher: null,
      externalId: 'B-18',
    }),
  },
  'GET /operations/essays': {},
  'GET /operations/essays/{id}': essay,
  'GET /operations/essays/{id}/similar': essay,
  'PUT /operations/essays/{id}/grade-draft': {
    ...essay,
    body: () => ({ score: 640, competences: null, hasPlagiarism: false, feedback: 'Boa tese.' }),
  },
  'POST /operations/essays/{id}/recusal': { ...essay, body: () => ({ reason: 'Conheço quem escreveu.' }) },
  'POST /operations/essays/{id}/second-grade': { ...essay, body: () => ({ reason: 'Nota duvidosa.' }) },
  'GET /operations/graders': {},
  'POST /operations/essays/{id}/grade': {
    ...essay,
    body: () => ({ score: 720, hasPlagiarism: false, feedback: 'Bom texto.' }),
  },
  'POST /operations/subscriptions/{id}/discipline-analysis': {
    ...subscription,
    body: () => ({ favourable: true, accepted: [], term: 2 }),
  },
  'POST /operations/subscriptions/{id}/papers': { ...subscription, body: () => ({}) },
  'POST /operations/subscriptions/{id}/selection-decision': {
    ...subscription,
    body: () => ({ decision: 'rejected', reason: 'Histórico incompatível' }),
  },
  'POST /operations/subscriptions/{id}/essay-attempts': { ...subscription, body: () => ({ extra: 1 }) },
  'GET /operations/subscriptions/{id}/accommodations': subscription,
  'PUT /operations/subscriptions/{id}/accommodations': {
    ...subscription,
    body: () => ({ essayExtraMinutes: 30, notes: 'Prova ampliada', message: 'Você tem 30 minutos a mais.' }),
  },
  'POST /operations/subscriptions/{id}/accommodation-refusal': {
    ...subscription,
    body: () => ({ reason: 'Falta o laudo.' }),
  },
  'PUT /operations/classes/{code}/capacity': {
    params: () => ({ code: 'T1' }),
    body: () => ({ slots: 5, offerCode: null }),
  },
  'GET /operations/schedules': {},
  'GET /operations/schedules/{hourId}': slot,
  'PUT /operations/schedules/{hourId}/roll/{id}': {
    params: (of) => ({ hourId: of.hourId, id: of.subscriptionId }),
    body: () => ({ present: true }),
  },
  'GET /operations/schedules/{hourId}/roll': slot,
  'POST /operations/schedules/{hourId}/results-file': { ...slot, body: () => ({ file: 'UEsDBA==' }) },
  'POST /operations/schedules/{hourId}/results': {
    ...slot,
    body: (of) => [{ subscriptionId: of.subscriptionId, present: true, score: 640, essayScore: 500 }],
  },
  'POST /operations/schedules/{hourId}/cancel': slot,
  'GET /operations/exam-scores': {},
  'GET /operations/exam-scores/{id}': { params: (of) => ({ id: of.examScoreId }) },
  'POST /operations/exam-scores/{id}/result': {
    params: (of) => ({ id: of.examScoreId }),
    body: () => ({
      state: 'approved',
      scores: { languages: 600, humanities: 640, sciences: 580, mathematics: 660, essay: 620 },
    }),
  },
  'GET /operations/cancellations': {},
  'GET /operations/cancellations/{id}': { params: (of) => ({ id: of.cancellationId }) },
  'POST /operations/cancellations/{id}/decision': {
    params: (of) => ({ id: of.cancellationId }),
    body: () => ({ decision: 'confirmed', refund: 0 }),
  },
  'GET /operations/payments': {},
  'POST /operations/payments/search': { body: (of) => ({ q: of.document }) },
  'GET /operations/payments/{id}': { params: (of) => ({ id: of.paymentId }) },
  'GET /operations/refunds': {},
  'GET /operations/subscriptions/{id}/money': subscription,
  'GET /operations/subscriptions/{id}/recurrence': subscription,
  'GET /operations/months': {},
  'GET /operations/months/{id}': { params: (of) => ({ id: of.monthId }) },
  'POST /operations/months/{id}/refund': {
    params: (of) => ({ id: of.monthId }),
    body: () => ({ amount: 1, reason: 'Pago a mais', outside: true }),
  },
  'POST /operations/months/{id}/resolution': {
    params: (of) => ({ id: of.monthId }),
    body: () => ({ mark: 'amount-higher', reason: 'Doação' }),
  },
  'POST /operations/subscriptions/{id}/manual-payments': {
    ...subscription,
    body: () => ({ purpose: 'enrollment', amount: 360, reason: 'Paga em dinheiro' }),
  },
  'POST /operations/manual-payments/{id}/decision': {
    params: (of) => ({ id: of.manualPaymentId }),
    body: () => ({ decision: 'settled', proof: 'Recibo 17', reason: 'Conferido' }),
  },
  'POST /operations/payments/{id}/refund': {
    params: (of) => ({ id: of.paymentId }),
    body: () => ({ amount: 1, reason: 'Pago a mais' }),
  },
  'POST /operations/payments/{id}/resolution': {
    params: (of) => ({ id: of.paymentId }),
    body: () => ({ mark: 'amount-higher', decision: 'ignored', reason: 'Doação' }),
  },
  'GET /operations/provider-checks': { query: (of) => ({ institution: of.institution }) },
  'POST /operations/provider-checks': { body: (of) => ({ institution: of.institution }) },
  'GET /operations/reconciliations': {},
  'GET /operations/reconciliations/{id}': { params: (of) => ({ id: of.reconciliationId }) },
  'POST /operations/reconciliations': {
    body: (of) => ({ institution: of.institution, provider: 'pix' }),
  },
  'GET /operations/slip-remittances': {},
  'GET /operations/slip-remittances/{id}/file': { params: (of) => ({ id: of.remittanceId }) },
  'POST /operations/slip-remittances': { body: (of) => ({ institution: of.institution }) },
  'GET /operations/slip-returns': {},
  'GET /operations/slip-returns/{id}': { params: (of) => ({ id: of.slipReturnId }) },
  'POST /operations/slip-returns': {
    body: (of) => ({ institution: of.institution, file: 'MDAx', encoding: 'base64' }),
  },
  'GET /operations/reconciliation-differences': {},
  'POST /operations/reconciliation-differences/{id}/resolution': {
    params: (of) => ({ id: of.differenceId }),
    body: () => ({ reason: 'Conferido no extrato' }),
  },
  'POST /operations/subscriptions/{id}/events': {
    ...subscription,
    body: () => ({ event: 'disqualified', reason: 'Fraude' }),
  },
  'POST /operations/blocks': {
    body: () => ({ documentType: 'cpf', document: '529.982.247-25', reason: 'Fraude' }),
  },
  'GET /operations/blocks': {},
  // An unknown id; lifting an existing block has its own test.
  'DELETE /operations/blocks/{id}': { params: () => ({ id: UNKNOWN_ID }) },
  'GET /operations/questionnaires': {},
  'GET /operations/questionnaires/{id}': { params: (of) => ({ id: of.questionnaireId }) },
  'POST /operations/questionnaires/{id}/decision': {
    params: (of) => ({ id: of.questionnaireId }),
    body: () => ({ decision: 'returned', comment: 'Complete a graduação.' }),
  },
  'GET /operations/interviews': {},
  'GET /operations/interviews/{id}': interview,
  'GET /operations/interviewers': { query: (of) => ({ institution: of.institution }) },
  'POST /operations/interviews/{id}/cancellation': {
    ...interview,
    body: () => ({ reason: 'Quem entrevista está doente.' }),
  },
  'PUT /operations/interviews/{id}/appointment': {
    ...interview,
    body: () => ({ at: '2026-01-20T14:00:00-03:00', place: 'Sala 2', link: 'https://sala.test/2' }),
  },
  'POST /operations/interviews/{id}/outcome': { ...interview, body: () => ({ held: true }) },
  'POST /operations/interviews/{id}/decision': {
    ...interview,
    body: () => ({ decision: 'rejected', reason: 'Perfil diferente.' }),
  },
  'GET /operations/documents': {},
  'GET /operations/documents/files/{fileId}': { params: (of) => ({ fileId: of.fileId }) },
  'POST /operations/documents/{id}/review': {
    params: (of) => ({ id: of.documentId }),
    body: () => ({ decision: 'rejected', reason: 'other', note: 'Ilegível' }),
  },
  'GET /operations/documents/{id}': { params: (of) => ({ id: of.documentId }) },
  'POST /operations/documents/{id}/reopening': {
    params: (of) => ({ id: of.documentId }),
    body: () => ({ reason: 'Faltou olhar o verso' }),
  },
  'POST /operations/documents/reviews': {
    body: (of) => ({ items: [{ id: of.documentId, version: 1, decision: 'approved' }] }),
  },
  'PUT /operations/subscriptions/{id}/student': {
    ...subscription,
    body: () => ({ studentLyceumId: '20260001' }),
  },
  'POST /operations/handoffs': {
    body: (of) => ({ personId: of.personId, redirectTo: '/orbita/candidate/portal' }),
  },
  'GET /operations/notifications': {},
  'GET /operations/message-templates': {},
  'POST /operations/message-templates/{template}/preview': {
    params: () => ({ template: 'N-05' }),
    body: (of) => ({ institution: of.institution }),
  },
  'POST /operations/notifications/{id}/resend': { params: (of) => ({ id: of.notificationId }) },
  'POST /operations/webhook-endpoints': {
    body: (of) => ({
      institution: of.institution,
      url: 'https://academico.exemplo.test/avisos',
      kinds: ['enrollment.completed'],
      description: 'Sistema acadêmico',
    }),
  },
  'GET /operations/webhook-endpoints': {},
  'GET /operations/webhook-endpoints/{id}': { params: (of) => ({ id: of.endpointId }) },
  'PUT /operations/webhook-endpoints/{id}': {
    params: (of) => ({ id: of.endpointId }),
    body: () => ({
      url: 'http://127.0.0.1:9/avisos',
      kinds: ['enrollment.completed'],
      description: 'Sistema acadêmico',
      state: 'active',
    }),
  },
  // An unknown id, because removing an endpoint also deletes its deliveries; it has its own test.
  'DELETE /operations/webhook-endpoints/{id}': { params: () => ({ id: UNKNOWN_ID }) },
  'POST /operations/webhook-endpoints/{id}/rotation': {
    params: (of) => ({ id: of.endpointId }),
    body: () => ({ overlapHours: 24 }),
  },
  'GET /operations/webhook-deliveries': {},
  'POST /operations/webhook-deliveries/{id}/replay': { params: (of) => ({ id: of.deliveryId }) },
  'POST /operations/webhook-deliveries/replay': {
    body: (of) => ({
      endpoint: of.endpointId,
      from: '2026-01-01T00:00:00-03:00',
      to: '2026-02-01T00:00:00-03:00',
      delivered: true,
    }),
  },
  'GET /operations/staff': {},
  'GET /operations/staff/{staffId}': staffMember,
  'GET /operations/roles': {},
  'POST /operations/staff/invites': {
    body: (of) => ({
      name: 'Caio Secretaria',
      email: 'caio@equipe.test',
      grants: [{ role: 'secretaria', institutions: [of.institution] }],
    }),
  },
  'PUT /operations/staff/{staffId}/grants': {
    ...staffMember,
    body: (of) => ({ grants: [{ role: 'coordenacao', institutions: [of.institution] }] }),
  },
  'POST /operations/staff/{staffId}/state': {
    ...staffMember,
    body: () => ({ state: 'active', reason: 'Voltou da licença' }),
  },
  'DELETE /operations/staff/{staffId}/passkeys': staffMember,
  'DELETE /operations/staff/{staffId}/sessions': staffMember,
  'POST /operations/exports': {
    body: (of) => ({
      list: 'subscriptions',
      query: { institution: of.institution },
      format: 'csv',
      columns: ['number', 'name', 'status'],
      reason: 'Ligar para quem parou',
    }),
  },
  'GET /operations/exports': {},
  // Exports belong only to the person who requested them, so no example exists; a file's life has its own test.
  'GET /operations/exports/{id}': { params: () => ({ id: UNKNOWN_ID }) },
  'DELETE /operations/exports/{id}': { params: () => ({ id: UNKNOWN_ID }) },
  'GET /operations/exports/{id}/file': { params: () => ({ id: UNKNOWN_ID }) },
  'GET /operations/queues': {},
  'GET /operations/queues/{queue}': { params: () => ({ queue: 'essays' }) },
  'POST /operations/queues/{queue}/next': {
    params: () => ({ queue: 'enrolment-documents' }),
    body: (of) => ({ after: of.documentId }),
  },
  'POST /operations/queues/{queue}/skips': {
    params: () => ({ queue: 'enrolment-documents' }),
    body: (of) => ({ itemId: of.documentId, reason: 'Preciso perguntar' }),
  },
  'GET /operations/queues/{queue}/assignees': { params: () => ({ queue: 'essays' }) },
  'POST /operations/queues/{queue}/assignments': {
    params: () => ({ queue: 'enrolment-documents' }),
    body: (of) => ({ staffId: of.staffId, count: 1 }),
  },
  'GET /operations/assignments/{kind}/{itemId}': {
    params: (of) => ({ kind: 'document', itemId: of.documentId }),
  },
  'PUT /operations/assignments/{kind}/{itemId}': {
    params: (of) => ({ kind: 'document', itemId: of.documentId }),
    body: () => ({ staffId: null }),
  },
  'GET /operations/groups': { query: () => ({ institution: 'CUA01' }) },
  'POST /operations/groups': {
    body: (of) => ({ institution: of.institution, name: 'Banca de Direito', staffIds: [] }),
  },
  'PUT /operations/groups/{id}': {
    params: (of) => ({ id: of.groupId }),
    body: () => ({ name: 'Banca da noite', staffIds: [], version: 1 }),
  },
  'DELETE /operations/groups/{id}': { params: (of) => ({ id: of.groupId }) },
  'GET /operations/approvals': {},
  'GET /operations/approvals/{id}': { params: (of) => ({ id: of.approvalId }) },
  // Who may be a second person has its own tests.
  'POST /operations/approvals/{id}/decision': {
    params: (of) => ({ id: of.approvalId }),
    body: () => ({ decision: 'refused', reason: 'Já foi devolvido.' }),
  },
  'DELETE /operations/approvals/{id}': { params: (of) => ({ id: of.approvalId }) },
  'POST /operations/approvals/{id}/token': { params: (of) => ({ id: of.approvalId }) },
  'GET /operations/opened-subscriptions': {},
  'POST /operations/claims': { body: (of) => ({ kind: 'document', itemId: of.documentId }) },
  // Unknown ids; whose claims somebody may renew or give back has its own test.
  'PUT /operations/claims/{id}': { params: () => ({ id: UNKNOWN_ID }) },
  'DELETE /operations/claims/{id}': { params: () => ({ id: UNKNOWN_ID }) },
  'GET /operations/privacy-requests': {},
  'GET /operations/privacy-requests/{id}': { params: (of) => ({ id: of.correctionId }) },
  'POST /operations/privacy-requests/{id}/decision': {
    params: (of) => ({ id: of.correctionId }),
    body: () => ({ decision: 'denied', reason: 'Sem prova do novo dado.' }),
  },
  'POST /operations/privacy-requests/{id}/review': {
    params: (of) => ({ id: of.correctionId }),
    body: () => ({ outcome: 'upheld', answer: 'A decisão fica como está.' }),
  },
  'POST /operations/kept-records/search': {
    body: (of) => ({ by: 'request', value: String(of.correctionId), reason: 'audit' }),
  },
  'GET /operations/kept-records/{personId}': { params: (of) => ({ personId: of.erasedId }) },
  'GET /operations/simulator/clock': {},
  'PUT /operations/simulator/clock': { body: () => ({ now: '2026-01-12T10:00:00-03:00' }) },
  'POST /operations/simulator/payments/{paymentId}': { ...payment, body: () => ({ result: 'expired' }) },
  'GET /operations/simulator/outbox': {},
  'POST /operations/simulator/jobs/{job}/run': { params: () => ({ job: 'essay-delay' }) },
  'PUT /operations/simulator/faults': { body: () => ({ port: 'zip', mode: 'ok' }) },
};
