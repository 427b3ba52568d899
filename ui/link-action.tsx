import type { ComponentProps } from 'react';
import './styles/link-action.css';
import { classes } from './classes.ts';
import { Anchor, type AnchorProps } from './link.tsx';

/** Underlined standalone link of 48 px: a link with `href`, otherwise a button. */
export function LinkAction(props: AnchorProps | (ComponentProps<'button'> & { href?: undefined })) {
  if (props.href !== undefined) {
    return <Anchor {...props} className={classes('link-action', props.className)} />;
  }
  const { href: _none, ...rest } = props;
  return <button type="button" {...rest} className={classes('link-action', props.className)} />;
}
