import type { Screen } from '../base/screen.ts';
import { NoteIcon } from '../ui/icons/note.tsx';

/** E-06: questionnaires (spec 25.10). */
export const admissionScreens: readonly Screen[] = [
  {
    path: '/questionarios',
    title: 'Questionários',
    parts: ['admissions.decide'],
    group: 'selection',
    icon: NoteIcon,
    letter: 'q',
    queues: ['questionnaires'],
    itemPath: (itemId) => `/questionarios/${itemId}`,
    load: () => import('./questionnaire-list-page.tsx'),
  },
  {
    path: '/questionarios/:id',
    title: 'Questionário',
    parts: ['admissions.decide'],
    review: true,
    load: () => import('./questionnaire-review-page.tsx'),
  },
];
