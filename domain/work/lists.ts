import type { APPROVAL_QUEUE } from '../approval/index.ts';
import { type Kind, QUEUES, type QueueName } from './queues.ts';

/**
 * What is counted beside the queues of items, because nobody takes its items up: documents that two people have, contacts that
 * wait for a second person, refunds whose bank has not answered, what two books say differently, requests about personal data,
 * messages that reached nobody, and systems that are told nothing any more.
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

/** What is counted for the team: queues of items, what waits for a second person, and what nobody takes up. */
export type CountedQueue = QueueName | (typeof APPROVAL_QUEUE)['name'] | CountedOnly;

const isCountedOnly = (queue: CountedQueue): queue is CountedOnly => Object.hasOwn(COUNTED_ONLY, queue);

/** The screen of the console that lists the items of a kind. */
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

/** Address of the list of a queue below the base path of the console: for its screens, and for messages that lead there. */
export const listPath = (queue: CountedQueue): string => {
  if (queue === 'approvals') return '/aprovacoes';
  if (isCountedOnly(queue)) return COUNTED_ONLY[queue].path;
  return `${SCREENS[QUEUES[queue].kind]}?fila=${queue}`;
};
