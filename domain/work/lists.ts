import type { APPROVAL_QUEUE } from '../approval/index.ts';
import { type Kind, QUEUES, type QueueName } from './queues.ts';

/**
 * Lists that are counted in addition to the queues of items, because their items cannot be claimed: documents that two people
 * share, contacts awaiting a second person, refunds without a response from the bank, differences between our records and a
 * provider's, requests about personal data, messages that reached nobody, and systems that no longer receive notifications.
 */
export const COUNTED_ONLY = {
  'document-cases': { label: 'Duas pessoas, um documento', path: '/pessoas/documentos' },
  'held-contacts': { label: 'Contatos à espera de liberação', path: '/pessoas/contatos' },
  refunds: {
    label: 'Devoluções sem resposta do banco',
    path: '/pagamentos/devolucoes?situacao=sem-resposta',
  },
  differences: { label: 'Diferenças na conciliação', path: '/pagamentos/diferencas' },
  privacy: { label: 'Pedidos de privacidade', path: '/privacidade' },
  'failed-messages': { label: 'Mensagens que não saíram', path: '/mensagens' },
  'stopped-integrations': { label: 'Integrações paradas', path: '/integracoes?situacao=disabled' },
} as const;
export type CountedOnly = keyof typeof COUNTED_ONLY;

/** Everything that is counted for the team: queues of items, requests awaiting a second person, and lists without assignment. */
export type CountedQueue = QueueName | (typeof APPROVAL_QUEUE)['name'] | CountedOnly;

const isCountedOnly = (queue: CountedQueue): queue is CountedOnly => Object.hasOwn(COUNTED_ONLY, queue);

/** The console screen that lists the items of a kind. */
const SCREENS: Readonly<Record<Kind, string>> = {
  essay: '/redacoes',
  document: '/documentos',
  application: '/inscricoes',
  payment: '/pagamentos',
  month: '/pagamentos',
  cancellation: '/cancelamentos',
  'exam-score': '/enem',
  questionnaire: '/questionarios',
  interview: '/entrevistas',
};

/** Path of a queue's list below the console's base path, for its screens and for messages that link to it. */
export const listPath = (queue: CountedQueue): string => {
  if (queue === 'approvals') return '/aprovacoes';
  if (isCountedOnly(queue)) return COUNTED_ONLY[queue].path;
  return `${SCREENS[QUEUES[queue].kind]}?fila=${queue}`;
};
