import type { Screen } from '../base/screen.ts';
import { LockIcon } from '../ui/icons/lock.tsx';
import { RowsIcon } from '../ui/icons/rows.tsx';

/** E-13: tokens of other systems, and the audit of everybody's acts (spec 25.16). */
export const callerScreens: readonly Screen[] = [
  {
    path: '/tokens',
    title: 'Tokens',
    parts: ['tokens'],
    group: 'administration',
    icon: LockIcon,
    load: () => import('./token-list-page.tsx'),
  },
  {
    path: '/auditoria',
    title: 'Auditoria',
    parts: ['audit'],
    group: 'administration',
    icon: RowsIcon,
    load: () => import('./audit-page.tsx'),
  },
];
