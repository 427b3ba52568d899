import { triedProvider } from '@orbita/protocol/payment/team';
import type { Context } from '../context.ts';
import { known } from '../listing.ts';

const PROVIDERS = triedProvider.options;

const STEPS = {
  token: 'Token',
  read: 'Look-up',
  webhook: 'Address of our notices',
} as const;

/** Tests the accounts of an installation at their banks (spec 14.8). */
export function providerCommands(context: Context): void {
  const group = context.program.command('provider').description('Accounts at banks and other providers');
  group
    .command('list <institution>')
    .description(
      'Accounts that take money for an institution, each with what came back when it was last tried',
    )
    .action(async (institution: string) => {
      const accounts = await context.call('GET /operations/provider-checks', { query: { institution } });
      context.lines(
        accounts,
        accounts.map(({ provider, checkedAt, checkedBy, ok, words, changedSince, certificateUntil }) => {
          const until = certificateUntil ? `; certificate until ${certificateUntil}` : '';
          if (checkedAt === null) return `${provider}: never tried${until}`;
          const said = ok ? 'ok' : `failed. ${words ?? ''}`;
          return `${provider}: ${said}, ${checkedAt} by ${checkedBy}${changedSince ? '; changed since' : ''}${until}`;
        }),
      );
    });
  group
    .command('check <institution>')
    .description('Try an account of an institution; says in words which step failed (exit 1)')
    .option('--provider <name>', `${PROVIDERS.join(', ')}; pix unless given`)
    .action(async (institution: string, given: { provider?: string }) => {
      const provider = known(PROVIDERS, given.provider ?? 'pix', 'provider');
      const check = await context.client('Asking the provider').call('POST /operations/provider-checks', {
        body: { institution, provider },
      });
      context.lines(check, [
        `Profile ${check.profile}${check.source ? ` (after ${check.source})` : ''}`,
        ...check.hints.map((hint) => `Note: ${hint}`),
        ...check.steps.map(({ step, ok, words }) => `${STEPS[step]}: ${ok ? 'ok' : 'failed'}. ${words}`),
        ...(provider !== 'pix' ||
        check.steps.some(({ step }) => step === 'webhook') ||
        check.steps.some(({ ok }) => !ok)
          ? []
          : [`${STEPS.webhook}: not tried, the institution has no Pix key`]),
      ]);
      if (check.steps.some(({ ok }) => !ok)) context.refuse();
    });
}
