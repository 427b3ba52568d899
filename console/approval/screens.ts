import { APPROVERS } from '@orbita/domain/approval';
import type { Screen } from '../base/screen.ts';
import { ShieldIcon } from '../ui/icons/shield.tsx';

/** What awaits a second person (spec 25.4.4). */
export const approvalScreens: readonly Screen[] = [
  {
    path: '/aprovacoes',
    title: 'Aprovações',
    parts: APPROVERS,
    group: 'money',
    icon: ShieldIcon,
    queues: ['approvals'],
    load: () => import('./list-page.tsx'),
  },
  {
    path: '/aprovacoes/:id',
    title: 'Pedido',
    parts: APPROVERS,
    load: () => import('./request-page.tsx'),
  },
];
