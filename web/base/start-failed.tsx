import { Button, ButtonLink } from '@orbita/ui/button';
import { Page, PageHead } from '@orbita/ui/page';
import { Component, type ReactNode } from 'react';
import { failureTexts as t } from '../texts/failure.ts';
import { BASE } from './base.ts';
import { BrandLogo } from './brand-logo.tsx';
import { reportLater } from './report-later.ts';

/** S-43 for failures before the router exists: of sign-in, of a link, or of loading the app. */
export function StartFailed() {
  return (
    <Page width="center">
      <div className="stack center">
        <BrandLogo href="/" />
        <PageHead title={t.errorTitle} lead={t.errorHelp} />
        <div className="row row--middle">
          <Button onClick={() => location.reload()}>{t.retry}</Button>
          <ButtonLink kind="quiet" href={`${BASE}/`}>
            {t.backToStart}
          </ButtonLink>
        </div>
      </div>
    </Page>
  );
}

/** Shows that page instead of a blank one when a part of the page inside fails. */
export class StartBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  // Assigned here: a class field would need a helper for the oldest supported browsers, which is sent before sign-in.
  constructor(props: { children: ReactNode }) {
    super(props);
    this.state = { failed: false };
  }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(error: unknown): void {
    void reportLater(error);
  }

  override render(): ReactNode {
    return this.state.failed ? <StartFailed /> : this.props.children;
  }
}
