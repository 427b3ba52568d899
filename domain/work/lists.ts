import type { APPROVAL_QUEUE } from '../approval/index.ts';
import { type Kind, QUEUES, type QueueName } from './queues.ts';

/** What is counted for the team: queues of items, and what waits for a second person. */
export type CountedQueue = QueueName | (typeof APPROVAL_QUEUE)['name'];

/** The screen of the console that lists the items of a kind. */
const SCREENS: Readonly<Record<Kind, string>> = {
  essay: '/redacoes',
  document: '/documentos',
  application: '/inscricoes',
  'exam-score': '/enem',
  questionnaire: '/questionarios',
  interview: '/entrevistas',
};

/** Address of the list of a queue below the base path of the console: for its screens, and for messages that lead there. */
export const listPath = (queue: CountedQueue): string =>
  queue === 'approvals' ? '/aprovacoes' : `${SCREENS[QUEUES[queue].kind]}?fila=${queue}`;
