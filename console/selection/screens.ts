import { CapIcon } from '@orbita/ui/icons/cap';
import { FileIcon } from '@orbita/ui/icons/file';
import type { Screen } from '../base/screen.ts';

/** E-05 and E-06: on-site tests, and ENEM scores (spec 25.9, 25.10). */
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
  {
    path: '/provas',
    title: 'Provas',
    parts: ['tests.roll', 'tests.results'],
    group: 'selection',
    icon: FileIcon,
    letter: 'p',
    load: () => import('./test-list-page.tsx'),
  },
  {
    path: '/provas/:hourId',
    title: 'Prova',
    parts: ['tests.roll', 'tests.results'],
    load: () => import('./test-page.tsx'),
  },
];
