import type { Command } from 'commander';
import { type Context, wholeNumber } from '../context.ts';
import { table } from '../print.ts';

/** `orbita subscription course-options|course-change`: changes course or pole on the candidate's behalf (spec 25.6.2). */
export function courseChangeCommands(context: Context, subscription: Command): void {
  subscription
    .command('course-options <id>')
    .description('Courses of its offer an application could change to, and the poles of one of them')
    .option('--course <code>', 'course whose poles are listed; her own if left out')
    .action(async (id: string, { course }: { course?: string }) => {
      const params = { id: wholeNumber(id) };
      const query = course ? { course } : {};
      const found = await context.call('GET /operations/subscriptions/{id}/course-options', {
        params,
        query,
      });
      context.lines(found, [
        table(found.courses, ['code', 'name']),
        '',
        table(found.poles, ['code', 'name', 'left']),
      ]);
    });
  subscription
    .command('course-change <id> <course> <pole>')
    .description('Change course or pole for the candidate, by the rules of her own change')
    .requiredOption('--reason <text>', 'why')
    .action(async (id: string, courseCode: string, poleCode: string, { reason }: { reason: string }) => {
      const params = { id: wholeNumber(id) };
      const body = { courseCode, poleCode, reason };
      await context.show('POST /operations/subscriptions/{id}/course-change', { params, body });
    });
}
