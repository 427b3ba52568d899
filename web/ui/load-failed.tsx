import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';
import { uiTexts } from './texts.ts';

export type LoadFailedProps = {
  /** What could not be loaded. */
  title: string;
  onRetry: () => void;
  /** Why, in the server's words. */
  children?: ReactNode;
};

/** Says in the place of something that it did not come, and asks for it again. */
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
