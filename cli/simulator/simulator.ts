import type { Body } from '@orbita/protocol';
import { jobName } from '@orbita/protocol/simulator';
import { type Context, Misused, money, wholeNumber } from '../context.ts';

type Result = Body<'POST /operations/simulator/payments/{paymentId}'>['result'];
type Fault = Body<'PUT /operations/simulator/faults'>;

/** Test controls of spec 17.7, outside production only. */
export function simulatorCommands(context: Context): void {
  const sim = context.program.command('sim').description('Test controls, outside production only');
  sim
    .command('clock [instant]')
    .description('Show the time, set it (instant with offset), or return to real time (real)')
    .option('--run', 'let the time go on from there')
    .action(async (instant: string | undefined, { run }: { run?: boolean }) => {
      if (instant === undefined) {
        await context.show('GET /operations/simulator/clock');
        return;
      }
      const now = instant === 'real' ? null : instant;
      if (now !== null && Number.isNaN(Date.parse(now))) throw new Misused(`${instant} is no instant`);
      await context.show('PUT /operations/simulator/clock', { body: { now, run: run ?? false } });
    });
  sim
    .command('pay <paymentId>')
    .description('Let the sandbox pay, deny, expire or break a charge')
    .option('--result <result>', 'paid, denied, expired, error', 'paid')
    .option('--amount <reais>', 'another amount than the charge', money)
    .action(async (paymentId: string, { result, amount }: { result: string; amount?: number }) => {
      const params = { paymentId: wholeNumber(paymentId) };
      const body = { result: result as Result, ...(amount === undefined ? {} : { amount }) };
      await context.call('POST /operations/simulator/payments/{paymentId}', { params, body });
      context.done(`Payment ${paymentId}: ${result}.`);
    });
  sim
    .command('outbox')
    .description('Messages the sandbox received, newest first')
    .option('--to <recipient>', 'only to this address or number')
    .action(async ({ to }: { to?: string }) => {
      const messages = await context.call('GET /operations/simulator/outbox', { query: { to } });
      const rows = messages.map((message) => ({ ...message, subject: message.subject ?? message.text }));
      context.rows(messages, rows, ['at', 'channel', 'template', 'to', 'subject']);
    });
  sim
    .command('job <name>')
    .description('Run a job now')
    .action(async (name: string) => {
      const job = jobName.safeParse(name);
      if (!job.success) throw new Misused(`Unknown job ${name}; known: ${jobName.options.join(', ')}`);
      const params = { job: job.data };
      await context.show('POST /operations/simulator/jobs/{job}/run', { params });
    });
  sim
    .command('fault <port> <mode>')
    .description('Break or mend an outside system: down, slow, ok')
    .action(async (port: string, mode: string) => {
      const body = { port: port as Fault['port'], mode: mode as Fault['mode'] };
      await context.call('PUT /operations/simulator/faults', { body });
      context.done(`${port} is ${mode}.`);
    });
}
