import { COUNTED_ONLY } from '@orbita/domain/work';
import type { Screen } from '../base/screen.ts';

const [cases, held] = [COUNTED_ONLY['document-cases'], COUNTED_ONLY['held-contacts']];

/** People, and what is held back until the team decides (spec 25.6). */
export const personScreens: readonly Screen[] = [
  {
    path: cases.path,
    title: cases.label,
    parts: ['subscriptions.read'],
    command: 'Ver documentos com duas pessoas',
    queues: ['document-cases'],
    load: () => import('./case-list-page.tsx'),
  },
  {
    path: `${cases.path}/:id`,
    title: cases.label,
    parts: ['subscriptions.read'],
    load: () => import('./case-page.tsx'),
  },
  {
    path: held.path,
    title: held.label,
    parts: ['subscriptions.support'],
    command: 'Ver contatos à espera de liberação',
    queues: ['held-contacts'],
    load: () => import('./held-list-page.tsx'),
  },
  {
    path: '/pessoas/:personId',
    title: 'Pessoa',
    parts: ['subscriptions.read'],
    load: () => import('./person-page.tsx'),
  },
];
