import type { Screen } from '../base/screen.ts';
import { UsersIcon } from '../ui/icons/users.tsx';

/** E-13: members of the team (spec 25.16). */
export const staffScreens: readonly Screen[] = [
  {
    path: '/equipe',
    title: 'Equipe',
    parts: ['staff.read'],
    group: 'administration',
    icon: UsersIcon,
    load: () => import('./team-page.tsx'),
  },
  {
    path: '/equipe/funcoes',
    title: 'Funções da equipe',
    parts: ['staff.read'],
    command: 'Ver o que cada função faz',
    load: () => import('./roles-page.tsx'),
  },
  {
    path: '/equipe/:staffId',
    title: 'Pessoa da equipe',
    parts: ['staff.read'],
    load: () => import('./person-page.tsx'),
  },
];
