import type { Screen } from '../base/screen.ts';
import { ChartIcon } from '../ui/icons/chart.tsx';

/** E-09: figures without personal data (spec 25.13). */
export const reportScreens: readonly Screen[] = [
  {
    path: '/paineis',
    title: 'Painéis',
    parts: ['reports'],
    group: 'management',
    icon: ChartIcon,
    letter: 'a',
    load: () => import('./report-page.tsx'),
  },
];
