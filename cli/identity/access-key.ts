import type { Command } from 'commander';
import { type Context, wholeNumber } from '../context.ts';
import { known } from '../listing.ts';

const PURPOSES = ['continue', 'payment', 'documents'] as const;

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
        purpose: known(PURPOSES, given.purpose, 'purpose'),
        ttlDays: given.days ?? null,
        notify: given.notify ?? false,
      };
      const params = { id: wholeNumber(id) };
      await context.show('POST /operations/subscriptions/{id}/access-keys', { params, body });
    });
  group
    .command('ask-confirmation <id>')
    .description('Ask the candidate to confirm her e-mail or cell phone; one message an hour')
    .action((id: string) =>
      context.show('POST /operations/subscriptions/{id}/contact-confirmations', {
        params: { id: wholeNumber(id) },
      }),
    );
  group
    .command('list <subscriptionId>')
    .description('List the links of an application')
    .action(async (id: string) => {
      const params = { id: wholeNumber(id) };
      const keys = await context.call('GET /operations/subscriptions/{id}/access-keys', { params });
      context.rows(keys, keys, ['keyId', 'purpose', 'createdAt', 'expiresAt', 'revokedAt']);
    });
  group
    .command('revoke <keyId>')
    .description('Revoke a link and what it opened')
    .action(async (id: string) => {
      await context.call('DELETE /operations/access-keys/{keyId}', { params: { keyId: wholeNumber(id) } });
      context.done(`Access key ${id} revoked`);
    });
  group
    .command('revoke-all <subscriptionId>')
    .description('Revoke every link of an application')
    .action(async (id: string) => {
      const params = { id: wholeNumber(id) };
      const answer = await context.call('DELETE /operations/subscriptions/{id}/access-keys', { params });
      context.done(`${answer.revoked} access keys revoked`, answer);
    });
}
