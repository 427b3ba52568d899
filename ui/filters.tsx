import type { ComponentProps, ReactNode } from 'react';
import './styles/course.css';
import { CheckIcon } from './icons/check.tsx';
import { ChevronDownIcon } from './icons/chevron-down.tsx';

/** A row of filters that scrolls sideways on phones. */
export function Filters({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset
      className="filters"
      // A browser may leave a focused pill with only its edge in view.
      onFocus={({ target }) => target.scrollIntoView({ block: 'nearest', inline: 'nearest' })}
    >
      <legend className="visually-hidden">{label}</legend>
      {children}
    </fieldset>
  );
}

export type FilterProps = ComponentProps<'button'> & {
  pressed?: boolean;
  /** Opens a dialog with more options instead of toggling. */
  opens?: boolean;
};

/** One pill: on or off, or a button that opens a list of options. */
export function Filter({ pressed, opens, children, ...rest }: FilterProps) {
  return (
    <button
      type="button"
      {...rest}
      className="filter"
      aria-pressed={opens ? undefined : Boolean(pressed)}
      aria-haspopup={opens ? 'dialog' : undefined}
      data-on={pressed || undefined}
    >
      {pressed && <CheckIcon small />}
      {children}
      {opens && <ChevronDownIcon small />}
    </button>
  );
}
