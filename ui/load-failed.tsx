import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';
import { uiTexts } from './texts.ts';

export type LoadFailedProps = {
  /** What could not be loaded. */
  title: string;
  onRetry: () => void;
  /** Reason, as given by the server. */
  children?: ReactNode;
};

/** Replaces content that could not be loaded, with a retry button. */
export function LoadFailed({ title, onRetry, children }: LoadFailedProps) {
  return (
    <Notice kind="danger" role="alert" title={title}>
      {children}
      <div>
        <Button kind="outline" small onClick={onRetry}>
          {uiTexts.tryAgain}
        </Button>
      </div>
    </Notice>
  );
}
