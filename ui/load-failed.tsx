import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { Button, type ButtonProps } from './button.tsx';
import { focusAfter } from './focus-heading.ts';
import { Notice } from './notice.tsx';
import { uiTexts } from './texts.ts';

export type LoadFailedProps = {
  /** What could not be loaded. */
  title: string;
  /** Asks again; its promise, if any, says how long the button is busy. */
  onRetry: () => unknown;
  /** Label of the button. */
  verb?: string | undefined;
  /** Reason, as given by the server. */
  children?: ReactNode;
};

/** Replaces content that could not be loaded, with a retry button. */
export function LoadFailed({ title, onRetry, verb, children }: LoadFailedProps) {
  const [tries, setTries] = useState(0);
  const retry = async () => {
    await onRetry();
    setTries((before) => before + 1);
  };
  return (
    // Another failure puts the same words in again, so that they are announced again; the button keeps its focus.
    <Notice kind="danger" role="alert" title={<span key={tries}>{title}</span>}>
      {children}
      <div>
        <RetryButton kind="outline" small verb={verb} onRetry={retry} />
      </div>
    </Notice>
  );
}

type RetryProps = Omit<ButtonProps, 'busy' | 'onClick' | 'children'> &
  Pick<LoadFailedProps, 'onRetry' | 'verb'>;

/** Asks again for what could not be loaded, and says so for as long as it takes. */
export function RetryButton({ onRetry, verb = uiTexts.tryAgain, ...rest }: RetryProps) {
  const [busy, setBusy] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => (button.current ? focusAfter(button.current) : undefined), []);
  const press = async () => {
    setBusy(true);
    try {
      await onRetry();
    } catch {
      // The failure that is shown stays.
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button {...rest} ref={button} busy={busy && uiTexts.trying} onClick={() => void press()}>
      {verb}
    </Button>
  );
}
