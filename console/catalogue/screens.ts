import { BuildingIcon } from '@orbita/ui/icons/building';
import { ImageIcon } from '@orbita/ui/icons/image';
import { LayersIcon } from '@orbita/ui/icons/layers';
import type { Screen } from '../base/screen.ts';

/** E-10: what the institution offers (spec 25.14). */
export const catalogueScreens: readonly Screen[] = [
  {
    path: '/catalogo',
    title: 'Catálogo',
    parts: ['catalogue.read'],
    group: 'management',
    icon: LayersIcon,
    load: () => import('./list-page.tsx'),
  },
  {
    path: '/catalogo/versoes',
    title: 'Versões do catálogo',
    parts: ['catalogue.read'],
    command: 'Ver versões do catálogo',
    load: () => import('./versions-page.tsx'),
  },
  {
    path: '/catalogo/versoes/:version',
    title: 'Versão do catálogo',
    parts: ['catalogue.read'],
    load: () => import('./version-page.tsx'),
  },
  {
    path: '/catalogo/arquivos',
    title: 'Enviar arquivos',
    parts: ['catalogue.apply'],
    command: 'Enviar arquivos do catálogo',
    load: () => import('./file-page.tsx'),
  },
  {
    path: '/catalogo/copiar/:intake',
    title: 'Copiar processo',
    parts: ['catalogue.everyday'],
    load: () => import('./copy-page.tsx'),
  },
  {
    path: '/catalogo/nova-oferta',
    title: 'Nova oferta',
    parts: ['catalogue.apply'],
    command: 'Criar uma oferta',
    load: () => import('./offer-page.tsx'),
  },
  {
    path: '/catalogo/novo/:kind',
    title: 'Nova entrada do catálogo',
    parts: ['catalogue.everyday'],
    load: () => import('./new-page.tsx'),
  },
  {
    path: '/instituicao',
    title: 'Ajustes',
    parts: ['catalogue.read'],
    group: 'management',
    icon: BuildingIcon,
    load: () => import('./institution-page.tsx'),
  },
  {
    path: '/marca',
    title: 'Marca',
    parts: ['catalogue.read'],
    group: 'management',
    icon: ImageIcon,
    load: () => import('./brand-page.tsx'),
  },
  {
    path: '/mensagens/textos',
    title: 'Textos das mensagens',
    parts: ['messages.read'],
    command: 'Ver textos das mensagens',
    load: () => import('./template-list-page.tsx'),
  },
  {
    path: '/mensagens/textos/:template',
    title: 'Texto de mensagem',
    parts: ['messages.read'],
    load: () => import('./template-page.tsx'),
  },
  {
    path: '/catalogo/:kind/:code',
    title: 'Entrada do catálogo',
    parts: ['catalogue.read'],
    load: () => import('./entry-page.tsx'),
  },
];
