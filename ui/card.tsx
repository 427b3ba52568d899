import type { ComponentProps } from 'react';
import './styles/card.css';
import { classes } from './classes.ts';

export type CardProps = ComponentProps<'section'> & {
  as?: 'section' | 'article' | 'div';
  /** `flat` has no shadow; `soft` is an inset for less important content. */
  look?: 'flat' | 'soft';
};

/** White paper with a hairline. For things; facts belong in lists. */
export function Card({ as = 'section', look, className, ...rest }: CardProps) {
  const Tag = as as 'section';
  return <Tag {...rest} className={classes('card', look && `card--${look}`, className)} />;
}
