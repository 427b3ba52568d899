import type { ReactNode } from 'react';
import './styles/good-news.css';
import { classes } from './classes.ts';
import { type EmblemMark, OrbitEmblem } from './orbit.tsx';

export type GoodNewsProps = {
  mark: EmblemMark;
  lost?: boolean;
  /** Nothing to celebrate: a smaller title, and the planet does not move. */
  calm?: boolean;
  title: ReactNode;
  lead?: ReactNode;
  children?: ReactNode;
};

/** Emblem with rings around it, a short h1, one sentence. Also the frame of the 404 page (`lost`). */
export function GoodNews({ mark, lost, calm, title, lead, children }: GoodNewsProps) {
  return (
    <div className={classes('good-news', calm && 'good-news--calm')}>
      <OrbitEmblem mark={mark} lost={lost} still={calm} />
      <h1 tabIndex={-1}>{title}</h1>
      {lead && <p className="page__lead">{lead}</p>}
      {children}
    </div>
  );
}
