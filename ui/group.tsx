import { type ReactNode, useId } from 'react';

type GroupProps = { title: string; lead?: string | undefined; children: ReactNode };

/** Related content with its heading: above it, or beside it on a wide page of `parts`. */
export function Group({ title, lead, children }: GroupProps) {
  const id = useId();
  return (
    <section className="stack group" aria-labelledby={id}>
      <div className="page__head">
        <h2 className="h3" id={id}>
          {title}
        </h2>
        {lead && <p className="small muted">{lead}</p>}
      </div>
      <div className="stack">{children}</div>
    </section>
  );
}
