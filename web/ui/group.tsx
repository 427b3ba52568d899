import { type ReactNode, useId } from 'react';

/** A group of fields that belong together, with its heading. */
export function Group({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="stack" aria-labelledby={id}>
      <div className="page__head">
        <h2 className="h3" id={id}>
          {title}
        </h2>
        {lead && <p className="small muted">{lead}</p>}
      </div>
      {children}
    </section>
  );
}
