import { writeFileSync } from 'node:fs';
import { type Context, Misused, wholeNumber, writing } from '../context.ts';

const PARTS = {
  documents: 'GET /operations/subscriptions/{id}/documents',
  charges: 'GET /operations/subscriptions/{id}/charges',
  contracts: 'GET /operations/subscriptions/{id}/acceptances',
  essays: 'GET /operations/subscriptions/{id}/essays',
  tests: 'GET /operations/subscriptions/{id}/tests',
  'exam-scores': 'GET /operations/subscriptions/{id}/exam-scores',
  admission: 'GET /operations/subscriptions/{id}/admission',
} as const;

const isPart = (name: string): name is keyof typeof PARTS => Object.hasOwn(PARTS, name);

/** `orbita subscription part`, `slip` and `contract`: what the page of an application shows (spec 25.6.1). */
export function partCommands(context: Context, group: ReturnType<Context['program']['command']>): void {
  group
    .command('part <id> <part>')
    .description(`Show one part of an application: ${Object.keys(PARTS).join(', ')}`)
    .action(async (id: string, part: string) => {
      if (!isPart(part)) throw new Misused(`Unknown part ${part}; known: ${Object.keys(PARTS).join(', ')}`);
      const answer = await context.call(PARTS[part], { params: { id: wholeNumber(id) } });
      context.thing(Array.isArray(answer) ? { [part]: answer } : answer);
    });
  const files = {
    slip: ['paymentId', 'the slip of a charge', 'GET /operations/payments/{id}/slip', 'boleto'],
    contract: ['acceptanceId', 'an accepted contract', 'GET /operations/acceptances/{id}/file', 'contrato'],
  } as const;
  for (const [name, [of, what, key, file]] of Object.entries(files))
    group
      .command(`${name} <${of}>`)
      .description(`Download the PDF of ${what}`)
      .option('-o, --output <path>', `where to write it; ${file}-<number>.pdf otherwise`)
      .action(async (number: string, { output }: { output?: string }) => {
        const params = { id: wholeNumber(number) };
        const { content } = await context.client().download(key, { params });
        const path = output ?? `${file}-${number}.pdf`;
        writing(path, () => writeFileSync(path, content));
        context.done(`${path} (${content.length} bytes)`, { path, size: content.length });
      });
}
