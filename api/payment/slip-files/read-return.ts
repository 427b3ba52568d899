import { isUtf8 } from 'node:buffer';
import { cnabErrorText, type ReturnFile, readReturn } from '@orbita/domain/payment';
import sql from 'sql-template-tag';
import type { Runner } from '../../platform/database/types.ts';
import { fail } from '../../platform/http/errors.ts';
import { companyOf, type FilingInstitution } from './settings.ts';

/** A return file of one day has far fewer lines; a larger one would keep its request open for minutes. */
const MOST_LINES = 10_000;
const MOST_RETURN_BYTES = MOST_LINES * 250;
/** Maximum number of invalid lines listed; nobody reads more at once. */
const MOST_NAMED = 100;

type LineProblem = { line: number; message: string };
/** What a file says: its intact lines, and what is wrong with the others. */
export type ReadReturn = { file: ReturnFile; unreadable: LineProblem[] };

/** Rejects a whole file, listing its invalid lines. */
const refuse = (problems: readonly LineProblem[]): never =>
  fail('RETURN_REFUSED', {
    errors: problems
      .slice(0, MOST_NAMED)
      .map(({ line, message }) => ({ field: `line ${line}`, message: `Linha ${line}: ${message}` })),
    extra: { problems: problems.slice(0, MOST_NAMED) },
  });

/**
 * Decodes a file: banks send ASCII or Latin-1, and editors save UTF-8 or UTF-16, in which an accented letter would shift all
 * columns after it. Invalid base64 is rejected.
 */
export function decoded(file: string, encoding: 'text' | 'base64'): string {
  if (encoding === 'text') return file;
  const packed = file.replaceAll(/\s/g, '');
  const bytes = Buffer.from(packed, 'base64');
  if (bytes.toString('base64').replaceAll('=', '') !== packed.replaceAll('=', ''))
    refuse([{ line: 1, message: 'O arquivo não chegou em base64.' }]);
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.toString('utf16le');
  return isUtf8(bytes) ? bytes.toString('utf8') : bytes.toString('latin1');
}

const withoutZeros = (text: string): string => text.replace(/^0+/, '');

/** The tenant's other institution to which the agreement in a header belongs, if any. */
async function ownerOf(
  on: Runner,
  { id }: FilingInstitution,
  agreement: string,
): Promise<string | undefined> {
  const others = await on.many<{ code: string; agreement: string | null; company: string | null }>(sql`
    select code, payment->'slipAgreement'->>'agreement' as agreement, payment->'cnab'->>'company' as company
    from institution where tenant_id = ${on.tenantId} and id <> ${id} and payment->>'slipProvider' = 'cnab'`);
  const wanted = withoutZeros(agreement);
  return others.find((one) =>
    [one.agreement, one.company].some((given) => given !== null && withoutZeros(given) === wanted),
  )?.code;
}

/** Why a readable file does not belong to this institution; undefined if it may. */
async function strangeness(
  on: Runner,
  institution: FilingInstitution,
  file: ReturnFile,
): Promise<string | undefined> {
  const { bank } = institution.settings.agreement;
  if (file.bank !== bank) return `O arquivo é do banco ${file.bank}; os boletos daqui são do banco ${bank}.`;
  if (withoutZeros(file.document) !== withoutZeros(institution.receiver.document))
    return `O arquivo é do CNPJ ${file.document || 'em branco'}, não desta instituição.`;
  const own = [companyOf(institution.settings), institution.settings.agreement.agreement].map(withoutZeros);
  if (file.agreement === '' || own.includes(withoutZeros(file.agreement))) return undefined;
  const owner = await ownerOf(on, institution, file.agreement);
  return owner && `O convênio ${file.agreement} do arquivo é da instituição ${owner}.`;
}

/**
 * Parses an institution's return file. A file that is not a return, or belongs to another bank or institution, is rejected as a
 * whole (422 `RETURN_REFUSED`, each problem with its line). In a damaged file all intact lines are read; the others are listed
 * in `unreadable`, as is the lack of any slip.
 */
export async function readReturnOf(
  on: Runner,
  institution: FilingInstitution,
  content: string,
): Promise<ReadReturn> {
  if (content.length > MOST_RETURN_BYTES)
    refuse([{ line: 1, message: `O arquivo é grande demais: até ${MOST_LINES} linhas.` }]);
  let breaks = 0;
  for (let at = content.indexOf('\n'); at >= 0; at = content.indexOf('\n', at + 1)) breaks += 1;
  if (breaks > MOST_LINES)
    refuse([{ line: MOST_LINES, message: `O arquivo tem linhas demais: até ${MOST_LINES}.` }]);
  const { file, errors } = readReturn(content);
  const lines = errors.map((error) => ({ line: error.line, message: cnabErrorText(error) }));
  if (!file) return refuse(lines);
  const strange = await strangeness(on, institution, file);
  if (strange) refuse([{ line: 1, message: strange }]);
  // A file from which nothing was read must not be reported as read.
  if (file.events.length + lines.length === 0)
    lines.push({ line: 1, message: 'O arquivo não traz nenhum boleto.' });
  return { file, unreadable: lines };
}
