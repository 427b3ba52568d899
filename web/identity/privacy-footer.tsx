import { LinkAction } from '@orbita/ui/link-action';
import { lazy, Suspense, useState } from 'react';
import { chunk } from '../base/chunk-reload.ts';
import { identityTexts as t } from '../texts/identity.ts';

const PrivacyDialog = lazy(() =>
  chunk(() => import('./privacy-dialog.tsx')).then((found) => ({ default: found.PrivacyDialog })),
);

type PrivacyFooterProps = {
  className?: string;
  /** Invisible, but keeping its space, while the content above is still growing. */
  waits?: boolean;
};

/** The privacy notice, one press away at the end of a page. */
export function PrivacyFooter({ className = 'page', waits = false }: PrivacyFooterProps) {
  const [reading, setReading] = useState(false);
  return (
    <footer className={className} style={waits ? { visibility: 'hidden' } : undefined}>
      <LinkAction className="small" onClick={() => setReading(true)}>
        {t.privacy}
      </LinkAction>
      {reading && (
        <Suspense>
          <PrivacyDialog onClose={() => setReading(false)} />
        </Suspense>
      )}
    </footer>
  );
}
