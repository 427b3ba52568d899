import { type Context, wholeNumber } from '../context.ts';

/** `handoff` (spec 5.3, S-05). */
export function handoffCommands(context: Context): void {
  context.program
    .command('handoff')
    .description('Hand people over from a site of the institution')
    .command('create <personId>')
    .description('Issue a one-time code; it signs the person in once, within 60 seconds')
    .option('--redirect-to <path>', 'page below /orbita/candidate/ to open')
    .option('--host <name>', 'host of the tenant to open it on')
    .action(async (personId: string, { redirectTo, host }: { redirectTo?: string; host?: string }) => {
      const body = { personId: wholeNumber(personId), redirectTo: redirectTo ?? null, host: host ?? null };
      await context.show('POST /operations/handoffs', { body });
    });
}
