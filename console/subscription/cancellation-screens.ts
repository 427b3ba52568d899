import { listPath } from '@orbita/domain/work';
import type { Screen } from '../base/screen.ts';
import { UndoIcon } from '../ui/icons/undo.tsx';

/** E-08: cancellation requests (spec 25.12). */
export const cancellationScreens: readonly Screen[] = [
  {
    path: '/cancelamentos',
    title: 'Cancelamentos',
    parts: ['payments.leave'],
    group: 'money',
    icon: UndoIcon,
    queues: ['cancellations'],
    queuePath: listPath,
    itemPath: (itemId, queue) => `/cancelamentos/${itemId}?fila=${queue}`,
    load: () => import('./cancellations-page.tsx'),
  },
  {
    path: '/cancelamentos/:id',
    title: 'Cancelamento',
    parts: ['payments.leave'],
    load: () => import('./cancellation-page.tsx'),
  },
];
