import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { decideApproval, waitingOf } from '../../../testing/approving.ts';
import { type Filing, filing } from '../../../testing/filing.ts';
import { withoutTrace } from '../../../testing/fingerprint.ts';
import { tenantIdOf } from '../../../testing/full-person.ts';
import { type Client, type Harness, startHarness } from '../../../testing/harness.ts';
import { strongStaff } from '../../../testing/staff.ts';
import { slipReturnAct } from './second-slip-return.ts';

let harness: Harness;
let by: Filing;
let ivo: Client;
let julia: Client;
let far: Client;
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  by = await filing(harness);
  ({ client: ivo } = await strongStaff(harness, 'Ivo Financeiro', [{ role: 'financeiro' }]));
  ({ client: julia } = await strongStaff(harness, 'Júlia Financeiro', [{ role: 'financeiro' }]));
  ({ client: far } = await strongStaff(harness, 'Lia Financeiro', [
    { role: 'financeiro', institutions: ['EPA01'] },
  ]));
});
afterAll(() => harness?.stop());

const base64 = (file: string) => Buffer.from(file, 'latin1').toString('base64');
const send = (client: Client, file: string) =>
  client.call('POST /operations/slip-returns', {
    body: { institution: 'CUA01', file, encoding: 'base64' },
  });
const newest = async (client: Client) =>
  (await client.call('GET /operations/slip-returns', { query: { pageSize: 100 } })).body.data;

describe('a bank return uploaded by a person', () => {
  it('stores the outcome of each line, and reports that it was read when sent again', async () => {
    const { paymentId, file } = await by.registered();
    const paid = await by.bank(file, { event: 'pay' });
    const before = (await newest(ivo)).length;
    const waits = waitingOf(await send(ivo, base64(paid)));
    expect(await newest(ivo)).toHaveLength(before);
    expect((await decideApproval(julia, waits.id)).body).toMatchObject({ state: 'approved' });
    const [read] = await newest(ivo);
    expect(read).toMatchObject({ institution: 'CUA01', bank: '001', counts: { applied: 1 } });
    expect(read?.importedBy).toContain('Júlia Financeiro');
    const show = async (client: Client) =>
      client.call('GET /operations/slip-returns/{id}', { params: { id: read?.id ?? 0 } });
    expect((await show(ivo)).body.lines).toMatchObject([{ outcome: 'applied', paymentId }]);
    expect((await show(far)).status).toBe(404);
    expect(await newest(far)).toEqual([]);

    const again = waitingOf(await send(julia, base64(paid)));
    expect((await decideApproval(ivo, again.id)).body).toMatchObject({ state: 'approved' });
    expect((await newest(ivo)).filter(({ id }) => id === read?.id)).toMatchObject([
      { counts: { repeated: 1 } },
    ]);
    const payment = await ivo.call('GET /operations/payments/{id}', { params: { id: paymentId } });
    expect(payment.body.events.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['sent', 'bank-line', 'paid']),
    );
  });

  it('is read to the end by a job if the process that approved it ended', async () => {
    const { paymentId, file } = await by.registered();
    const paid = await by.bank(file, { event: 'pay' });
    const { run } = slipReturnAct;
    const ended = vi.spyOn(slipReturnAct, 'run').mockImplementationOnce(async (tx, approved) => {
      await run(tx, approved);
      return undefined;
    });
    const approve = async (asks: Client, approves: Client) =>
      decideApproval(approves, waitingOf(await send(asks, base64(paid))).id);
    expect((await approve(ivo, julia)).body).toMatchObject({ state: 'approved' });
    ended.mockRestore();
    const state = async () =>
      (await ivo.call('GET /operations/payments/{id}', { params: { id: paymentId } })).body.state;
    const work = () => harness.platform.jobs.run('slip-returns');

    // Whoever approved it might still be reading.
    expect(await work()).toBe(0);
    expect((await approve(julia, ivo)).status).toBe(503);
    expect(await state()).not.toBe('paid');
    await harness.platform.db.tenant(await tenantIdOf(harness, 'alfa')).many(sql`
      update slip_return set read_from = read_from - interval '6 minutes' where unread is not null returning id`);
    expect(await Promise.all([work(), work()])).toEqual(expect.arrayContaining([1]));
    expect(await state()).toBe('paid');
    const [read] = await newest(ivo);
    expect(read).toMatchObject({ counts: { applied: 1 }, importedBy: expect.stringContaining('Júlia') });
    expect(await work()).toBe(0);
  });

  it.each([
    ['nothing but a mark of its encoding', '\u00ef\u00bb\u00bf'],
    ['nothing but NUL', '\0'.repeat(480)],
    ['a text that is no CNAB', 'nome;valor\nCandidata;360,00\n'],
    ['a PDF', '%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n'],
    ['more lines than are read', 'x\n'.repeat(10_001)],
    ['one line of more than is read', 'x'.repeat(2_500_001)],
  ])('with %s is refused line by line, and nothing is written', async (_what, content) => {
    await withoutTrace(harness, async () => {
      const { status, body } = await send(ivo, base64(content));
      expect([status, body]).toMatchObject([422, { code: 'RETURN_REFUSED' }]);
      const { problems } = body as unknown as { problems: { line: number; message: string }[] };
      expect(problems[0]).toMatchObject({ line: expect.any(Number), message: expect.stringMatching(/\S/) });
    });
  });

  it('of five megabytes is not read at all', async () => {
    const { file } = await by.registered();
    const paid = await by.bank(file, { event: 'pay' });
    // The start of a file that would be read, so that only its size can have refused it.
    const grown = (size: number) => base64(paid) + 'A'.repeat(size - base64(paid).length);
    const list = await newest(ivo);
    await withoutTrace(harness, async () => {
      const answer = await send(ivo, grown(5 * 1024 * 1024));
      expect([answer.status, answer.body]).toMatchObject([413, { code: 'FILE_TOO_BIG' }]);
      // One sign more than is accepted: the call is read, the file is not.
      const over = await send(ivo, grown(3_600_001));
      expect([over.status, over.body]).toMatchObject([
        422,
        { code: 'VALIDATION', errors: [{ field: 'file' }] },
      ]);
    });
    expect(await newest(ivo)).toEqual(list);
    expect(waitingOf(await send(ivo, base64(paid))).kind).toBe('slip-return');
  });
});
