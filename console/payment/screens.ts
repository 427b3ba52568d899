import { listPath } from '@orbita/domain/work';
import type { Screen } from '../base/screen.ts';
import { CoinsIcon } from '../ui/icons/coins.tsx';

/** E-07: money, its marks, and bank files (spec 25.11). */
export const paymentScreens: readonly Screen[] = [
  {
    path: '/pagamentos',
    title: 'Pagamentos',
    parts: ['payments.read'],
    group: 'money',
    icon: CoinsIcon,
    letter: 'g',
    queues: ['attention', 'month-attention'],
    queuePath: listPath,
    itemPath: (itemId, queue) =>
      `/pagamentos/${queue === 'month-attention' ? 'mensalidades/' : ''}${itemId}?fila=${queue}`,
    load: () => import('./list-page.tsx'),
  },
  {
    path: '/pagamentos/devolucoes',
    title: 'Devoluções',
    parts: ['payments.read'],
    command: 'Ver devoluções',
    queues: ['refunds'],
    queuePath: listPath,
    load: () => import('./refunds-page.tsx'),
  },
  {
    path: '/pagamentos/diferencas',
    title: 'Diferenças',
    parts: ['payments.read'],
    command: 'Ver diferenças da conciliação',
    queues: ['differences'],
    queuePath: listPath,
    load: () => import('./differences-page.tsx'),
  },
  {
    path: '/pagamentos/arquivos',
    title: 'Arquivos do banco',
    parts: ['payments.read'],
    command: 'Ver arquivos do banco',
    load: () => import('./files-page.tsx'),
  },
  {
    path: '/pagamentos/arquivos/:id',
    title: 'Retorno do banco',
    parts: ['payments.read'],
    load: () => import('./return-page.tsx'),
  },
  {
    path: '/pagamentos/mensalidades/:id',
    title: 'Mensalidade',
    parts: ['payments.read'],
    load: () => import('./month-page.tsx'),
  },
  {
    path: '/pagamentos/:id',
    title: 'Pagamento',
    parts: ['payments.read'],
    load: () => import('./payment-page.tsx'),
  },
];
