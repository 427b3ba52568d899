import type { Answer } from '@orbita/protocol';
import { Refused } from '../client.ts';
import type { Context } from '../context.ts';
import { oneLine } from '../visible.ts';

type Plan = Answer<'POST /operations/catalogue/plan'>;

/** Changes of a plan that affect trust or money, before and after, and who has to review them first. */
export const showGrave = (context: Context, { grave, outcome }: Pick<Plan, 'grave' | 'outcome'>): void => {
  if (context.program.opts<{ json?: boolean }>().json || grave.length === 0) return;
  for (const { touches, label, before, after } of grave)
    context.output.err(
      oneLine(`${touches}: ${label}: ${before === null ? '' : `${before.join('; ')} → `}${after.join('; ')}`),
    );
  const says = {
    'at-once': 'This token was given catalogue.trust by two people: it applies at once.',
    'second-person': 'Applying waits for a second person of the administration.',
    refused:
      'This token may not apply it: it has no catalogue.trust. A person of the administration applies it, and a second one approves.',
  }[outcome];
  context.output.err(
    `${grave.length} ${grave.length === 1 ? 'change touches' : 'changes touch'} trust or money. ${says}`,
  );
};

/** Shows what a call was refused for, if it was for changes that affect trust or money. */
export const explainGrave = (context: Context, error: unknown): void => {
  const grave = error instanceof Refused ? error.envelope.grave : undefined;
  if (Array.isArray(grave)) showGrave(context, { grave: grave as Plan['grave'], outcome: 'refused' });
};
