import type { ProviderStep } from './ports.ts';

/** Tries one step; its result or error message becomes its description. */
const tryStep = (step: ProviderStep['step'], run: () => Promise<string>): Promise<ProviderStep> =>
  run().then(
    (words) => ({ step, ok: true, words }),
    (error: unknown) => ({ step, ok: false, words: error instanceof Error ? error.message : String(error) }),
  );

/** Tries steps in order and stops at the first failure. */
export async function trySteps(
  steps: readonly (readonly [ProviderStep['step'], () => Promise<string>])[],
): Promise<ProviderStep[]> {
  const tried: ProviderStep[] = [];
  for (const [step, run] of steps) {
    tried.push(await tryStep(step, run));
    if (!tried.at(-1)?.ok) break;
  }
  return tried;
}
