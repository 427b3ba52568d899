import { listPath } from '@orbita/domain/work';
import type { Screen } from '../base/screen.ts';
import { RowsIcon } from '../ui/icons/rows.tsx';

/** E-02: applications (spec 25.6). */
export const subscriptionScreens: readonly Screen[] = [
  {
    path: '/inscricoes',
    title: 'Inscrições',
    parts: ['subscriptions.read'],
    group: 'enrolment',
    icon: RowsIcon,
    letter: 'n',
    queues: [
      'discipline-analyses',
      'accommodation-requests',
      'manual-payments',
      'stuck-papers',
      'student-numbers',
    ],
    queuePath: listPath,
    itemPath: (itemId, queue) => `/inscricoes/${itemId}?fila=${queue}`,
    load: () => import('./list-page.tsx'),
  },
  {
    path: '/inscricoes/nova',
    title: 'Nova inscrição',
    parts: ['subscriptions.act'],
    command: 'Fazer inscrição para quem está aqui',
    load: () => import('./front-desk-page.tsx'),
  },
  {
    path: '/inscricoes/:id',
    title: 'Inscrição',
    parts: ['subscriptions.read'],
    load: () => import('./application-page.tsx'),
  },
];
