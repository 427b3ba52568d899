import '@orbita/ui/styles/tokens.css';
import '@orbita/ui/styles/base.css';
import '@orbita/ui/styles/logo.css';
import '@orbita/ui/styles/menu.css';
import '../styles/tokens.css';
import '../styles/forced-colors.css';
import '../styles/kit.css';
import '../styles/palette.css';
import '../styles/frame.css';
import '../styles/table.css';
import '../styles/instruments.css';
import { whenComplete } from '@orbita/ui/lacking.ts';
import { type AnchorProps, AnchorProvider } from '@orbita/ui/link';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, Link, useLocation } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { keepSession } from '../base/api.ts';
import { BASE } from '../base/base.ts';
import { withInstitution } from '../base/institution.ts';
import { queryClient } from '../base/query.ts';
import { ScreensProvider } from '../base/screen.ts';
import { keeper } from '../staff/session-keeper.ts';
import { readPreferences } from '../ui/preferences.ts';
import { routes } from './routes.tsx';
import { screens } from './screens.ts';

/** Links inside the console load no page and keep the chosen institution; all others are plain anchors. */
function RouterAnchor({ href, ...rest }: AnchorProps) {
  const { search } = useLocation();
  if (!href.startsWith('/') || href.startsWith('//') || rest.target) return <a href={href} {...rest} />;
  return <Link to={withInstitution(href, search)} {...(rest as Omit<ComponentProps<typeof Link>, 'to'>)} />;
}

whenComplete(() => {
  // A translation can only happen after the page is shown.
  void import('@orbita/ui/foreign-text.ts').then(({ keepForeignText }) => keepForeignText());
  readPreferences();
  keepSession(keeper);
  const router = createBrowserRouter(routes, { basename: BASE });
  createRoot(document.getElementById('root') as HTMLElement).render(
    <QueryClientProvider client={queryClient}>
      <AnchorProvider anchor={RouterAnchor}>
        <ScreensProvider value={screens}>
          <RouterProvider router={router} />
        </ScreensProvider>
      </AnchorProvider>
    </QueryClientProvider>,
  );
});
