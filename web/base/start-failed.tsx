import { Button, ButtonLink } from '@orbita/ui/button';
import { Page, PageHead } from '@orbita/ui/page';
import { Component, type ReactNode } from 'react';
import { failureTexts as t } from '../texts/failure.ts';
import { BASE } from './base.ts';
import { BrandLogo } from './brand-logo.tsx';
import { reportLater } from './report-later.ts';

/** S-43 for what fails before the router is there: sign-in, a link, or the app that did not load. */
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

/** Shows that page instead of an empty one when a part of the page inside fails. */
export class StartBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  // Set here: what would define a field first, in browsers of the floor, is sent before sign-in.
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
