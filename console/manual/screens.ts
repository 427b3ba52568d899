import type { Screen } from '../base/screen.ts';

/** The team's manual, for anyone signed in. */
export const manualScreens: readonly Screen[] = [
  {
    path: '/manual',
    title: 'Manual',
    parts: [],
    command: 'Abrir o manual',
    load: () => import('./list-page.tsx'),
  },
  {
    path: '/manual/:page',
    title: 'Manual',
    parts: [],
    load: () => import('./manual-page.tsx'),
  },
];
