import { inAttribute } from '@orbita/ui/person-name.ts';
import { WithName } from '@orbita/ui/with-name';
import { hour } from '../base/zone.ts';
import { claimTexts as t } from '../texts/claim.ts';

type Decided = { by: string; at: string };

/** The same as announced. */
export const decidedByText = ({ by, at }: Decided): string => t.decidedBy(inAttribute(by), hour(at));

/** Who decided an item, and when. */
export const DecidedBy = ({ by, at }: Decided) => (
  <WithName text={(name) => t.decidedBy(name, hour(at))} name={by} />
);

/** Who has an item, and until when. */
export const TakenBy = ({ by, until }: { by: string; until: string }) => (
  <WithName text={(name) => t.takenBy(name, until && hour(until))} name={by} />
);
