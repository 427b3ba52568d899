import type { ReactNode } from 'react';
import './styles/pass.css';

export type PassProps = {
  /** Accessible name of the region. */
  label: string;
  issuer: ReactNode;
  title: ReactNode;
  facts: readonly { label: string; value: ReactNode }[];
};

/** The brand panel with the student number. */
export function Pass({ label, issuer, title, facts }: PassProps) {
  return (
    <section className="pass" aria-label={label}>
      <div>
        <p className="small">{issuer}</p>
        <h2 className="pass__title">{title}</h2>
      </div>
      <dl className="pass__facts">
        {facts.map((fact) => (
          <div key={fact.label}>
            <dt>{fact.label}</dt>
            <dd translate="no">{fact.value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
