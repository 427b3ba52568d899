import { listPath } from '@orbita/domain/work';
import { MailIcon } from '@orbita/ui/icons/mail';
import type { Screen } from '../base/screen.ts';
import { LinkIcon } from '../ui/icons/link.tsx';

/** E-12: messages that were sent, and systems notified of events (spec 25.15). */
export const messagingScreens: readonly Screen[] = [
  {
    path: '/mensagens',
    title: 'Mensagens',
    parts: ['messages.read'],
    group: 'communication',
    icon: MailIcon,
    queues: ['failed-messages'],
    load: () => import('./message-list-page.tsx'),
  },
  {
    path: '/integracoes',
    title: 'Integrações',
    parts: ['webhooks'],
    group: 'communication',
    icon: LinkIcon,
    queues: ['stopped-integrations'],
    queuePath: listPath,
    load: () => import('./endpoint-list-page.tsx'),
  },
  {
    path: '/integracoes/:id',
    title: 'Integração',
    parts: ['webhooks'],
    load: () => import('./endpoint-page.tsx'),
  },
];
