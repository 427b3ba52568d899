import type { ReactNode } from 'react';
import { exactly, when } from './zone.ts';

/** A time as people say it, with the exact one as a tooltip (spec 25.3.4). */
export const At = ({ instant }: { instant: string }) => (
  <time dateTime={instant} title={exactly(instant)}>
    {when(instant)}
  </time>
);

/** One entry of a list of facts: its name and value. */
export const Fact = ({ name, children }: { name: ReactNode; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
