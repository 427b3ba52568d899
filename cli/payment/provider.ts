import type { Context } from '../context.ts';

const STEPS = {
  token: 'Token',
  read: 'Look-up',
  webhook: 'Address of our notices',
} as const;

/** Trying the accounts of an installation at their banks (spec 14.8). */
export function providerCommands(context: Context): void {
  const group = context.program.command('provider').description('Accounts at banks');
  group
    .command('check <institution>')
    .description('Try the Pix account of an institution; says in words which step failed (exit 1)')
    .action(async (institution: string) => {
      const check = await context.client('Asking the bank').call('POST /operations/provider-checks', {
        body: { institution },
      });
      context.lines(check, [
        `Profile ${check.profile}${check.source ? ` (after ${check.source})` : ''}`,
        ...check.hints.map((hint) => `Note: ${hint}`),
        ...check.steps.map(({ step, ok, words }) => `${STEPS[step]}: ${ok ? 'ok' : 'failed'}. ${words}`),
        ...(check.steps.some(({ step }) => step === 'webhook') || check.steps.some(({ ok }) => !ok)
          ? []
          : [`${STEPS.webhook}: not tried, the institution has no Pix key`]),
      ]);
      if (check.steps.some(({ ok }) => !ok)) context.refuse();
    });
}
