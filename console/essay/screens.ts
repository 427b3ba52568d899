import { listPath } from '@orbita/domain/work';
import { PencilIcon } from '@orbita/ui/icons/pencil';
import type { Screen } from '../base/screen.ts';

/** E-03: essays, graded blind (spec 25.7). */
export const essayScreens: readonly Screen[] = [
  {
    path: '/redacoes',
    title: 'Redações',
    parts: ['essays.grade', 'essays.lead'],
    group: 'selection',
    icon: PencilIcon,
    letter: 'r',
    queues: ['essays', 'second-grades', 'third-grades'],
    queuePath: listPath,
    itemPath: (itemId) => `/redacoes/${itemId}`,
    load: () => import('./list-page.tsx'),
  },
  {
    path: '/redacoes/corretores',
    title: 'Quem corrige',
    parts: ['essays.lead'],
    command: 'Números de quem corrige',
    load: () => import('./graders-page.tsx'),
  },
  {
    path: '/redacoes/:id',
    title: 'Redação',
    parts: ['essays.grade', 'essays.lead'],
    review: true,
    load: () => import('./review-page.tsx'),
  },
];
