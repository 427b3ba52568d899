import { createElement, type ReactNode } from 'react';
import { classes } from './classes.ts';

type IconProps = {
  /** 18 px with a 2 px stroke instead of 24 px with 1.75. */
  small?: boolean;
  className?: string;
};
export type IconComponent = (props: IconProps) => ReactNode;

/** 24 px grid, round caps, the colour of the text beside it. Always decorative: the meaning is in the word or the aria-label. */
export const icon =
  (...shapes: ReactNode[]): IconComponent =>
  ({ small, className }) =>
    createElement(
      'svg',
      {
        className: classes('icon', small && 'icon--sm', className),
        viewBox: '0 0 24 24',
        'aria-hidden': 'true',
        focusable: 'false',
      },
      ...shapes,
    );
