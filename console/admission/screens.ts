import { listPath } from '@orbita/domain/work';
import type { Screen } from '../base/screen.ts';
import { NoteIcon } from '../ui/icons/note.tsx';
import { UsersIcon } from '../ui/icons/users.tsx';

/** E-06: questionnaires and interviews (spec 25.10). */
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
  {
    path: '/entrevistas',
    title: 'Entrevistas',
    parts: ['admissions.interview', 'admissions.decide'],
    group: 'selection',
    icon: UsersIcon,
    letter: 'v',
    queues: ['interview-requests', 'interview-decisions'],
    queuePath: listPath,
    itemPath: (itemId) => `/entrevistas/${itemId}`,
    load: () => import('./interview-list-page.tsx'),
  },
  {
    path: '/entrevistas/:id',
    title: 'Entrevista',
    parts: ['admissions.interview', 'admissions.decide'],
    review: true,
    load: () => import('./interview-page.tsx'),
  },
];
