import { ESSAY_LIMITS, type EssayLimits } from '@orbita/domain/essay';
import { type SubscriptionState, settingsReader } from '../subscription/facts.ts';

type Settings = SubscriptionState['settings'];

/** Limits of an essay, by the settings of its offer (spec 10.1). */
export function limitsOf(settings: Settings): EssayLimits {
  const parameter = settingsReader(settings);
  return {
    ...ESSAY_LIMITS,
    minWords: parameter('EssayMinWords'),
    maxWords: parameter('EssayMaxWords'),
    maxCharacters: parameter('EssayMaxCharacters'),
  };
}

/** Rules shown before the start (S-17); the minutes are the total time, including granted extra time. */
export const rulesOf = (settings: Settings, extraMinutes = 0) => ({
  minutes: settingsReader(settings)('EssayTimeMinutes') + extraMinutes,
  ...limitsOf(settings),
});
