import type { ComponentProps } from 'react';
import './styles/icon-button.css';
import { classes } from './classes.ts';
import type { IconComponent } from './icon.tsx';
import { Anchor, type AnchorProps } from './link.tsx';

type Own = { icon: IconComponent; label: string; small?: boolean };

/** Back, close, menu, help, view, remove: the only acts that may stand without a visible word. */
export function IconButton({ icon: Icon, label, small, className, ...rest }: ComponentProps<'button'> & Own) {
  return (
    <button
      type="button"
      {...rest}
      // A tooltip of the same words is the name already, and would be read as a description as well.
      aria-label={rest.title === label ? undefined : label}
      className={classes('icon-button', small && 'icon-button--small', className)}
    >
      <Icon small={small} />
    </button>
  );
}

/**
 * The same as a link. Its name is text that is not seen: a tooltip alone is none, and beside an `aria-label` of the same
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
