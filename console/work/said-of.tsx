import { WithName } from '@orbita/ui/with-name';
import { hour } from '../base/zone.ts';
import { claimTexts as t } from '../texts/claim.ts';

/** Who decided an item, and when. */
export const DecidedBy = ({ by, at }: { by: string; at: string }) => (
  <WithName text={(name) => t.decidedBy(name, hour(at))} name={by} />
);

/** Who has an item, and until when. */
export const TakenBy = ({ by, until }: { by: string; until: string }) => (
  <WithName text={(name) => t.takenBy(name, until && hour(until))} name={by} />
);
