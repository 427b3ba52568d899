import type { RouteObject } from 'react-router';
import { NotFound } from '../base/not-found.tsx';
import type { Screen } from '../base/screen.ts';
import { Connecting } from '../base/states.tsx';
import { BrokenScreen } from './broken-screen.tsx';
import { Frame } from './frame.tsx';
import { Guard } from './guard.tsx';
import { screens } from './screens.ts';

const routeOf = (screen: Screen): RouteObject => ({
  path: screen.path,
  handle: screen,
  ErrorBoundary: BrokenScreen,
  lazy: async () => ({ Component: (await screen.load()).default }),
});

/** Addresses below the base path: the two of E-00, and every screen of the table inside the frame. */
export const routes: RouteObject[] = [
  {
    HydrateFallback: Connecting,
    ErrorBoundary: BrokenScreen,
    children: [
      {
        path: '/entrar',
        lazy: async () => ({ Component: (await import('../staff/sign-in-page.tsx')).default }),
      },
      {
        path: '/convite',
        lazy: async () => ({ Component: (await import('../staff/invite-page.tsx')).default }),
      },
      {
        Component: Guard,
        children: [
          {
            Component: Frame,
            children: [...screens.map(routeOf), { path: '*', Component: NotFound }],
          },
        ],
      },
    ],
  },
];
