import type { ReactNode } from 'react';
import './styles/facts.css';
import { classes } from './classes.ts';
import { LinkAction } from './link-action.tsx';
import { uiTexts } from './texts.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

export type Fact = {
  /** Needed if labels may repeat. */
  key?: number;
  label: string;
  value: ReactNode;
  /** "Editar" at the end of the row: an address or an action. */
  edit?: string | (() => void);
};

type FactsProps = {
  facts: readonly Fact[];
  inline?: boolean;
  pairs?: boolean;
  /** Names, numbers and addresses exactly as entered: never translated. */
  asWritten?: boolean;
};

/** Label over value. `inline` puts the value beside it, at the end of short rows; `pairs` makes two columns if they fit. */
export function Facts({ facts, inline, pairs, asWritten }: FactsProps) {
  return (
    <dl className={classes('facts', inline && 'facts--inline', pairs && 'facts--pairs')}>
      {facts.map((fact) => (
        <div key={fact.key ?? fact.label}>
          <dt>{fact.label}</dt>
          <dd translate={asWritten ? 'no' : undefined}>{fact.value}</dd>
          {fact.edit && (
            <dd className="facts__edit">
              <Edit to={fact.edit} what={fact.label} />
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}

function Edit({ to, what }: { to: string | (() => void); what: string }) {
  const label = (
    <span>
      {uiTexts.edit}
      <VisuallyHidden> {what.toLowerCase()}</VisuallyHidden>
    </span>
  );
  return typeof to === 'string' ? (
    <LinkAction href={to}>{label}</LinkAction>
  ) : (
    <LinkAction onClick={to}>{label}</LinkAction>
  );
}
