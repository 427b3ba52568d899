import { classes } from '@orbita/ui/classes.ts';
import { type ReactNode, useId } from 'react';

type ContentProps = {
  /** Puts a column of 304 px beside the rest from 1100 px on; it is last in the page. */
  split?: boolean;
  /** That column contains facts about a person, so it is 384 px wide if there is room for both. */
  facts?: boolean;
  children: ReactNode;
};

/** The content of a screen, inside the frame's `main`. */
export const Content = ({ split, facts, children }: ContentProps) => (
  <div className={classes('content', split && 'content--split', facts && 'content--person')}>{children}</div>
);

type HeadProps = {
  /** The main message of the screen: "2 fora do prazo, 10 perto dele". */
  title: ReactNode;
  lead?: ReactNode;
  /** At most one filled button. */
  actions?: ReactNode;
};

/** The only h1 of a screen; a change of route focuses it (U4). */
export const Head = ({ title, lead, actions }: HeadProps) => (
  <div className="head">
    <div className="head__text">
      <h1 tabIndex={-1}>{title}</h1>
      {lead && <p className="head__lead">{lead}</p>}
    </div>
    {actions && <div className="head__actions">{actions}</div>}
  </div>
);

type SectionProps = { title: ReactNode; aside?: ReactNode; children: ReactNode };

/** A part of a screen under its own heading. */
export function Section({ title, aside, children }: SectionProps) {
  const id = useId();
  return (
    <section className="section" aria-labelledby={id}>
      <div className="section__head">
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
