import { CapIcon } from '@orbita/ui/icons/cap';
import type { Screen } from '../base/screen.ts';

/** E-06: scores of the ENEM (spec 25.10). */
export const selectionScreens: readonly Screen[] = [
  {
    path: '/enem',
    title: 'Notas do ENEM',
    parts: ['exam-scores'],
    group: 'selection',
    icon: CapIcon,
    letter: 'm',
    queues: ['exam-scores'],
    itemPath: (itemId) => `/enem/${itemId}`,
    load: () => import('./exam-list-page.tsx'),
  },
  {
    path: '/enem/:id',
    title: 'Nota do ENEM',
    parts: ['exam-scores'],
    review: true,
    load: () => import('./exam-review-page.tsx'),
  },
];
