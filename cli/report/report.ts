import { writeFileSync } from 'node:fs';
import type { Query } from '@orbita/protocol';
import { REPORTS } from '@orbita/protocol/report';
import { type Context, writing } from '../context.ts';
import { known } from '../listing.ts';
import { table } from '../print.ts';

type Wish = Query<'GET /operations/reports/{report}'> & { file?: string };

/** `report`: figures without personal data (spec-console 25.13). */
export function reportCommands(context: Context): void {
  const group = context.program.command('report').description('Figures of an intake, without personal data');
  group
    .command('show <report>')
    .description(`Show figures of an intake: ${REPORTS.join(', ')}`)
    .option('--intake <code>', 'of this intake; otherwise the newest that has begun')
    .option('--institution <code>', 'only of this institution')
    .option('--type <type>', 'only offers of this type: graduation, postgraduate, extension')
    .option('--offer <code>', 'only of this offer')
    .option('--course <code>', 'only of this course')
    .option('--pole <code>', 'only of this pole')
    .option('--campaign <name>', 'only of this campaign')
    .option('--from <day>', 'only applications made on this day or later')
    .option('--to <day>', 'only applications made on this day or before')
    .option('-f, --file <path>', 'write the table there as CSV')
    .action(async (report: string, { file, ...query }: Wish) => {
      const params = { report: known(REPORTS, report, 'report') };
      if (file !== undefined) {
        const { content } = await context
          .client('Saving…')
          .download('GET /operations/reports/{report}', { params, query: { ...query, format: 'csv' } });
        writing(file, () => writeFileSync(file, content));
        return context.done(file, { file });
      }
      const answer = await context.call('GET /operations/reports/{report}', { params, query });
      const { rows, finding, intake, asOf } = answer;
      const [first] = rows;
      context.lines(answer, [
        ...(finding ? [finding] : []),
        `${intake?.code ?? '–'}, ${asOf}`,
        table([...rows], first ? Object.keys(first) : []),
      ]);
    });
}
