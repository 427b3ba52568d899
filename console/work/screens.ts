import { LEADERS } from '@orbita/domain/work';
import type { Screen } from '../base/screen.ts';
import { HomeIcon } from '../ui/icons/home.tsx';

/** E-01, and the screens around the queues that everybody works from (spec 25.5). */
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
  {
    path: '/primeiro-dia',
    title: 'Primeiro dia',
    parts: ['catalogue.read'],
    command: 'Ver o primeiro dia',
    load: () => import('./first-day-page.tsx'),
  },
  {
    path: '/grupos',
    title: 'Grupos',
    parts: LEADERS,
    command: 'Ver os grupos da equipe',
    load: () => import('./groups-page.tsx'),
  },
];
