import type { Command } from 'commander';
import { type Context, Misused, wholeNumber } from '../context.ts';

const PURPOSES = ['continue', 'payment', 'documents'] as const;

const purposeOf = (given: string) => {
  const known = PURPOSES.find((one) => one === given);
  if (!known) throw new Misused(`Unknown purpose ${given}; known: ${PURPOSES.join(', ')}`);
  return known;
};

/** `orbita subscription access-key …` (spec 17.3). */
export function accessKeyCommands(context: Context, subscription: Command): void {
  const group = subscription.command('access-key').description('Links that open one application');
  group
    .command('issue <subscriptionId>', { isDefault: true })
    .description('Issue a link; it is shown this once')
    .option('--purpose <purpose>', PURPOSES.join(', '), 'continue')
    .option('--days <n>', 'days it is good for', wholeNumber)
    .option('--notify', 'send one to the candidate as well')
    .action(async (id: string, given: { purpose: string; days?: number; notify?: boolean }) => {
      const body = {
        purpose: purposeOf(given.purpose),
        ttlDays: given.days ?? null,
        notify: given.notify ?? false,
      };
      const params = { id: wholeNumber(id) };
      context.thing(
        await context.client().call('POST /operations/subscriptions/{id}/access-keys', { params, body }),
      );
    });
  group
    .command('ask-confirmation <id>')
    .description('Ask the candidate to confirm her e-mail or cell phone; one message an hour')
    .action(async (id: string) => {
      const params = { id: wholeNumber(id) };
      context.thing(
        await context.client().call('POST /operations/subscriptions/{id}/contact-confirmations', { params }),
      );
    });
  group
    .command('list <subscriptionId>')
    .description('List the links of an application')
    .action(async (id: string) => {
      const params = { id: wholeNumber(id) };
      const keys = await context.client().call('GET /operations/subscriptions/{id}/access-keys', { params });
      context.rows(keys, keys, ['keyId', 'purpose', 'createdAt', 'expiresAt', 'revokedAt']);
    });
  group
    .command('revoke <keyId>')
    .description('Revoke a link and what it opened')
    .action(async (id: string) => {
      await context
        .client()
        .call('DELETE /operations/access-keys/{keyId}', { params: { keyId: wholeNumber(id) } });
      context.done(`Access key ${id} revoked`);
    });
  group
    .command('revoke-all <subscriptionId>')
    .description('Revoke every link of an application')
    .action(async (id: string) => {
      const params = { id: wholeNumber(id) };
      const answer = await context
        .client()
        .call('DELETE /operations/subscriptions/{id}/access-keys', { params });
      context.done(`${answer.revoked} access keys revoked`, answer);
    });
}
