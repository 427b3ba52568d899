/**
 * What the institution's team may do with an application (spec 25.6.2): a label, and the API call that does it, whose scope
 * applies.
 */
export const ACTIONS = {
  'send-link': {
    label: 'Enviar link de acesso',
    call: 'POST /operations/subscriptions/{id}/access-keys',
  },
  'ask-confirmation': {
    label: 'Pedir confirmação do e-mail',
    call: 'POST /operations/subscriptions/{id}/contact-confirmations',
  },
  'copy-link': { label: 'Copiar link', call: 'POST /operations/subscriptions/{id}/access-keys' },
  'view-as-candidate': {
    label: 'Ver como candidata(o)',
    call: 'POST /operations/subscriptions/{id}/views',
  },
  'cancel-links': { label: 'Cancelar links', call: 'DELETE /operations/subscriptions/{id}/access-keys' },
  'write-note': { label: 'Escrever observação', call: 'POST /operations/subscriptions/{id}/notes' },
  'correct-contact': { label: 'Corrigir contato', call: 'PUT /operations/persons/{personId}/contacts' },
  'correct-identity': {
    label: 'Corrigir dados',
    call: 'PUT /operations/persons/{personId}/identity',
    ofThePerson: true,
  },
  'see-all-institutions': {
    label: 'Ver todas as instituições',
    call: 'PUT /operations/persons/{id}/institution-filter',
    ofTheTenant: true,
  },
  'change-course': {
    label: 'Trocar curso ou polo',
    call: 'POST /operations/subscriptions/{id}/course-change',
  },
  'extend-deadline': {
    label: 'Estender prazo',
    call: 'POST /operations/subscriptions/{id}/deadline',
  },
  dossier: { label: 'Baixar dossiê', call: 'GET /operations/subscriptions/{id}/dossier' },
  'give-discount': { label: 'Dar desconto', call: 'POST /operations/subscriptions/{id}/discount' },
  reinstate: { label: 'Reativar', call: 'POST /operations/subscriptions/{id}/events' },
  disqualify: { label: 'Desclassificar', call: 'POST /operations/subscriptions/{id}/events' },
  block: { label: 'Bloquear pessoa', call: 'POST /operations/blocks', ofTheTenant: true },
  unblock: { label: 'Desbloquear', call: 'DELETE /operations/blocks/{id}', ofTheTenant: true },
  'book-test': { label: 'Agendar prova', call: 'PUT /operations/subscriptions/{id}/scheduling' },
  'ask-exam-score': { label: 'Consultar ENEM', call: 'POST /operations/subscriptions/{id}/exam-score' },
  'answer-questionnaire': {
    label: 'Responder questionário',
    call: 'PUT /operations/subscriptions/{id}/questionnaire/sections/{key}',
  },
  'send-document': { label: 'Enviar documento', call: 'POST /operations/documents/{id}/files' },
  'choose-disciplines': {
    label: 'Escolher disciplinas',
    call: 'PUT /operations/subscriptions/{id}/disciplines',
  },
  'analyse-disciplines': {
    label: 'Registrar análise de disciplinas',
    call: 'POST /operations/subscriptions/{id}/discipline-analysis',
  },
  'approve-selection': {
    label: 'Aprovar documentos da inscrição',
    call: 'POST /operations/subscriptions/{id}/selection-decision',
  },
  'reject-selection': {
    label: 'Recusar pelos documentos da inscrição',
    call: 'POST /operations/subscriptions/{id}/selection-decision',
  },
  'grant-attempt': {
    label: 'Conceder tentativa',
    call: 'POST /operations/subscriptions/{id}/essay-attempts',
  },
  'grant-accommodations': {
    label: 'Recursos de acessibilidade',
    call: 'PUT /operations/subscriptions/{id}/accommodations',
  },
  'receive-payment': {
    label: 'Receber na instituição',
    call: 'POST /operations/subscriptions/{id}/manual-payments',
  },
  'settle-payment': {
    label: 'Confirmar recebimento',
    call: 'POST /operations/manual-payments/{id}/decision',
  },
  'refuse-payment': {
    label: 'Dizer que não recebemos',
    call: 'POST /operations/manual-payments/{id}/decision',
  },
  refund: { label: 'Devolver dinheiro', call: 'POST /operations/payments/{id}/refund' },
  'retry-papers': {
    label: 'Tentar de novo os papéis parados',
    call: 'POST /operations/subscriptions/{id}/papers',
  },
  'student-number': {
    label: 'Informar número de matrícula',
    call: 'PUT /operations/subscriptions/{id}/student',
  },
} as const satisfies Record<string, { label: string; call: string; ofTheTenant?: true; ofThePerson?: true }>;

export type ActionName = keyof typeof ACTIONS;
export const ACTION_NAMES = Object.keys(ACTIONS) as ActionName[];

/** Why an action is not possible now (spec 25.6.1); other refusals use the text of their code. */
export const refusalTexts = {
  status: (statusName: string) => `Não disponível na situação "${statusName}".`,
  roles: (labels: readonly string[]) => `Sua função não permite. Quem pode: ${labels.join(', ')}.`,
  tenant: 'Só quem atende todas as instituições pode.',
  person: 'A pessoa também se inscreveu em outra instituição.',
  vacancies: (course: string, pole: string) => `Não há vaga em ${course}, ${pole}.`,
  blocked: (since: string) => `A pessoa está bloqueada desde ${since}.`,
  intake: (until: string) => `O processo seletivo terminou em ${until}.`,
  other: (id: number) => `Já existe a inscrição nº ${id}.`,
} as const;
