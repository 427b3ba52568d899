import type { ReactNode, Ref } from 'react';
import { classes } from './classes.ts';

export type PageProps = {
  /**
   * `task`: one column of 680 px at the edge of the bar; `parts`: headings of groups beside their content; `center`: one column
   * in the middle of the window; with an aside, `sheet` suits a long text.
   */
  width?: 'wide' | 'task' | 'parts' | 'center' | 'sheet';
  /** Space between sections: 16, 24 or 32 px. */
  gap?: 'normal' | 'wide' | 'section';
  /** Sticky side column from 1000 px on; hidden below. */
  aside?: ReactNode;
  asideLabel?: string;
  className?: string;
  children: ReactNode;
};

const gaps = { normal: 'stack', wide: 'stack stack--wide', section: 'stack stack--section' };

/** The content of a page between bar and footer. The target of the skip link. */
export function Page({ width = 'wide', gap = 'wide', aside, asideLabel, className, children }: PageProps) {
  if (aside) {
    return (
      <div className={classes('page page--with-aside', width === 'sheet' && 'page--sheet')}>
        <main className={classes(gaps[gap], className)} id="conteudo">
          {children}
        </main>
        <aside className="page__aside stays-beside stack only-wide" aria-label={asideLabel}>
          {aside}
        </aside>
      </div>
    );
  }
  const shape = { wide: '', sheet: '', task: 'page--task', parts: 'page--parts', center: 'page--center' }[
    width
  ];
  return (
    <main className={classes('page', shape, width !== 'center' && gaps[gap], className)} id="conteudo">
      {children}
    </main>
  );
}

export type PageHeadProps = { title: ReactNode; lead?: ReactNode; ref?: Ref<HTMLHeadingElement> };

/** The only h1, a question or an announcement, with a sentence. The app focuses it after a change of route. */
export function PageHead({ title, lead, ref }: PageHeadProps) {
  return (
    <div className="page__head">
      <h1 tabIndex={-1} ref={ref}>
        {title}
      </h1>
      {lead && <p className="page__lead">{lead}</p>}
    </div>
  );
}
