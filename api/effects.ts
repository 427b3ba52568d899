import type { Effect } from '@orbita/domain/subscription';
import { effects as admission } from './admission/effects.ts';
import { effects as contract } from './contract/effects.ts';
import { effects as document } from './document/effects.ts';
import { effects as enrolment } from './enrolment/effects.ts';
import { effects as payment } from './payment/effects.ts';
import { effects as selection } from './selection/effects.ts';
import type { RunEffect } from './subscription/effect.ts';
import { effects as subscription } from './subscription/effects.ts';

/** The function for each effect of the transition table; a missing one is a compile error. */
export const allEffects: Readonly<Record<Effect, RunEffect>> = {
  ...subscription,
  ...admission,
  ...enrolment,
  ...contract,
  ...payment,
  ...document,
  ...selection,
};
