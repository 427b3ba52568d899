import { Loading, Skeleton } from '@orbita/ui/skeleton';
import type { ComponentProps } from 'react';
import { Failed } from '../base/states.tsx';
import { ActDialog } from './act-dialog.tsx';

type AwaitedProps = {
  /** Announced by screen readers meanwhile. */
  label: string;
  error: unknown;
  onRetry: () => unknown;
  /** Heights of the placeholders. */
  places?: readonly string[];
};

/** Shown for what a dialog loads: why it could not be loaded, or placeholders. */
export const Awaited = ({ label, error, onRetry, places = ['6rem'] }: AwaitedProps) =>
  error ? (
    <Failed error={error} onRetry={onRetry} />
  ) : (
    <Loading label={label}>
      {places.map((height) => (
        <Skeleton key={height} width="100%" height={height} />
      ))}
    </Loading>
  );

/** The dialog of an act until its data has loaded: nothing can be sent yet. */
export const LoadingAct = ({
  label,
  error,
  onRetry,
  ...act
}: AwaitedProps & Omit<ComponentProps<typeof ActDialog>, 'children' | 'busy' | 'onSend' | 'error'>) => (
  <ActDialog {...act} onSend={() => undefined}>
    <Awaited label={label} error={error} onRetry={onRetry} />
  </ActDialog>
);
