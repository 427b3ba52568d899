import type { ComponentProps } from 'react';
import './styles/icon-button.css';
import { classes } from './classes.ts';
import type { IconComponent } from './icon.tsx';
import { Anchor, type AnchorProps } from './link.tsx';

type Own = { icon: IconComponent; label: string; small?: boolean };

/** Back, close, menu, help, view, remove: the only actions allowed without a visible word. */
export function IconButton({ icon: Icon, label, small, className, ...rest }: ComponentProps<'button'> & Own) {
  return (
    <button
      type="button"
      {...rest}
      // A tooltip with the same words is already the name; the label would turn it into a description that is read as well.
      aria-label={rest.title === label ? undefined : label}
      className={classes('icon-button', small && 'icon-button--small', className)}
    >
      <Icon small={small} />
    </button>
  );
}

/**
 * The same as a link. Its name is visually hidden text: a tooltip alone is not a name, and beside an `aria-label` of the same
 * words it would be read twice.
 */
export function IconLink({ icon: Icon, label, small, className, ...rest }: AnchorProps & Own) {
  return (
    <Anchor {...rest} className={classes('icon-button', small && 'icon-button--small', className)}>
      <Icon small={small} />
      <span className="visually-hidden">{label}</span>
    </Anchor>
  );
}
