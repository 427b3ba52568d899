import type { Screen } from '../base/screen.ts';
import { ShieldIcon } from '../ui/icons/shield.tsx';

/** E-08 `/privacidade`: people's requests about their own data (spec 25.12). */
export const privacyScreens: readonly Screen[] = [
  {
    path: '/privacidade',
    title: 'Privacidade',
    parts: ['privacy.answer'],
    group: 'administration',
    icon: ShieldIcon,
    queues: ['privacy'],
    load: () => import('./request-list-page.tsx'),
  },
  {
    path: '/privacidade/guardados',
    title: 'Dados guardados por lei',
    parts: ['privacy.kept'],
    command: 'Procurar dados guardados por lei',
    load: () => import('./kept-page.tsx'),
  },
  {
    path: '/privacidade/:id',
    title: 'Pedido de privacidade',
    parts: ['privacy.answer'],
    load: () => import('./request-page.tsx'),
  },
];
