import { Loading, Skeleton } from '@orbita/ui/skeleton';
import type { ComponentProps } from 'react';
import { Failed } from '../base/states.tsx';
import { ActDialog } from './act-dialog.tsx';

type AwaitedProps = {
  /** What a screen reader says meanwhile. */
  label: string;
  error: unknown;
  onRetry: () => void;
  /** Heights of the places that are kept for what comes. */
  places?: readonly string[];
};

/** In place of what a dialog reads: what could not be loaded, or a place for what comes. */
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

/** The dialog of an act until what it asks about has come: nothing can be sent yet. */
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
