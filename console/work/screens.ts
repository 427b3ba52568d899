import type { Screen } from '../base/screen.ts';
import { HomeIcon } from '../ui/icons/home.tsx';

/** E-01, and the queues everybody works from (spec 25.5). */
export const workScreens: readonly Screen[] = [
  {
    path: '/',
    title: 'Início',
    parts: [],
    group: 'start',
    icon: HomeIcon,
    letter: 'i',
    load: () => import('./home-page.tsx'),
  },
];
