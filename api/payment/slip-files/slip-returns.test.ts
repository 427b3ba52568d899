import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BY_FILE, type Filing, filing, takeSlipsByFile } from '../../../testing/filing.ts';
import { type Harness, startHarness } from '../../../testing/harness.ts';

let harness: Harness;
let by: Filing;
beforeAll(async () => {
  harness = await startHarness();
  by = await filing(harness);
});
afterAll(() => harness?.stop());

describe('returns', () => {
  const refusal = async (file: string, institution = 'CUA01') => {
    const before = await by.everything();
    const said = await by.read(file, institution);
    expect(await by.everything()).toEqual(before);
    const { code, problems } = said.body as unknown as {
      code: string;
      problems: { line: number; message: string }[];
    };
    return { code, problems };
  };

  it('that are damaged book what is certain, name each other line, and can be read again complete', async () => {
    const people = [await by.payer(), await by.payer()];
    const ids: number[] = [];
    for (const who of people) ids.push(await by.order(who));
    const file = await by.sent();
    await by.read(await by.bank(file, { event: 'accept' }));
    const good = await by.bank(file, { event: 'pay' });
    const lines = good.split('\r\n');
    // A byte order mark, an empty line after each line, NUL characters; the second half of the first slip and the last line are
    // missing.
    const touched = `\u00ef\u00bb\u00bf${[...lines.slice(0, 3), ...lines.slice(4, -2)].join('\n\n').replaceAll('T ', 't ')}\n\0\0`;
    const said = await by.read(touched);
    expect(said.body.lines.filter(({ paymentId }) => paymentId !== null)).toMatchObject([
      { line: 7, outcome: 'applied', paymentId: ids[1] },
    ]);
    expect(said.body.lines.filter(({ paymentId }) => paymentId === null)).toMatchObject([
      { line: 5, outcome: 'unreadable', message: expect.stringContaining('fora de ordem') },
      { line: 11, message: expect.stringContaining('não confere') },
      { line: 11, message: expect.stringContaining('fora de ordem') },
    ]);
    // The whole file arrives later: the pending slip is booked, the other one counts only once.
    expect(await by.outcomes(good)).toEqual(['applied', 'repeated']);
  });

  it('without a slip are reported, and lots of other services are named', async () => {
    const { file } = await by.registered();
    const good = await by.bank(file, { event: 'pay' });
    const lines = good.split('\r\n');
    const none = [
      ...lines.slice(0, 2),
      `${(lines[4] ?? '').slice(0, 17)}000002`,
      `${(lines[5] ?? '').slice(0, 23)}000004`,
    ];
    expect((await by.read(none.join('\r\n'))).body.lines).toMatchObject([
      { line: 1, outcome: 'unreadable', message: 'O arquivo não traz nenhum boleto.' },
    ]);
    const other = good.replace(/^(00100011.)01/m, '$145');
    expect((await by.read(other)).body.lines).toMatchObject([
      { line: 2, outcome: 'unreadable', message: expect.stringContaining('outro serviço') },
    ]);
    expect(await by.outcomes(good)).toEqual(['applied']);
  });

  it('of another bank or in another format are refused as a whole, line by line', async () => {
    const { file } = await by.registered();
    const good = await by.bank(file, { event: 'pay' });
    const refused = async (content: string, line: number, text: RegExp) => {
      const { code, problems } = await refusal(content);
      expect(code).toBe('RETURN_REFUSED');
      expect(problems).toContainEqual({ line, message: expect.stringMatching(text) });
    };
    await refused(file, 1, /não é um retorno/);
    await refused(good.replaceAll(/^001/gm, '237'), 1, /banco 237; os boletos daqui são do banco 001/);
    await refused(good.replace('12ABC34501DE35', '34EPA001000102'), 1, /CNPJ 34EPA001000102/);
    await refused(`${good}${'x\n'.repeat(10_001)}`, 10_000, /linhas demais/);
    expect((await by.read(good)).body.counts).toEqual({ applied: 1 });
  });

  it('of another institution of the same company are refused', async () => {
    await takeSlipsByFile(harness, 'EPA01', {
      ...BY_FILE,
      receiver: { name: 'CENTRO UNIV ALFA EXEMPLO', city: 'BELO HORIZONTE', document: '12ABC34501DE35' },
      slipAgreement: { bank: '001', agreement: '7654321', wallet: '17' },
    });
    const { file } = await by.registered();
    const good = await by.bank(file, { event: 'pay' });
    const { code, problems } = await refusal(good, 'EPA01');
    expect([code, problems]).toEqual([
      'RETURN_REFUSED',
      [{ line: 1, message: 'O convênio 2874611 do arquivo é da instituição CUA01.' }],
    ]);
  });

  it('report line by line what is not ours or unreadable, and the rest is read', async () => {
    const people = [await by.payer(), await by.payer(), await by.payer()];
    const ids: number[] = [];
    for (const who of people) ids.push(await by.order(who));
    const file = await by.sent();
    const good = await by.bank(file, { event: 'accept', sequence: 700 });
    const lines = good.split('\r\n');
    const [second = '', third = ''] = [lines[4], lines[6]];
    // The second is a slip of another system; the third has a letter in its amount.
    lines[4] = second.replace(/2874611\d{10}/, '28746110000099999');
    lines[6] = `${third.slice(0, 81)}X${third.slice(82)}`;
    const said = await by.read(lines.join('\r\n'));
    expect(said.body.lines).toMatchObject([
      // A line that only registers a slip brings no money, rather than R$ 0.00.
      { line: 3, outcome: 'applied', paymentId: ids[0], paid: null },
      { line: 5, outcome: 'unknown-number', paymentId: null },
      { line: 7, outcome: 'unreadable', movement: null },
    ]);
    expect(said.body.lines[1]?.message).toContain('28746110000099999');
    expect(said.body.lines[2]?.message).toContain('valor do boleto');
    // The bank's complete file arrives: only the lines that were not read yet are processed.
    expect(await by.outcomes(good)).toEqual(['repeated', 'applied', 'applied']);
    for (const [at, who] of people.entries())
      expect((await by.use.payment(who, ids[at] ?? 0)).state).toBe('pending');
  });

  it('with a known number and another content change nothing', async () => {
    const { file } = await by.registered();
    await by.read(await by.bank(file, { event: 'fee', sequence: 800 }));
    expect(await by.outcomes(await by.bank(file, { event: 'pay', sequence: 800 }))).toEqual(['conflict']);
  });

  it('with another slip under one of our numbers change nothing', async () => {
    const { file, who, paymentId } = await by.registered();
    const good = await by.bank(file, { event: 'pay' });
    const strange = good
      .split('\r\n')
      .map((line) =>
        line.charAt(13) === 'T' ? `${line.slice(0, 105)}${'OUTRO'.padEnd(25)}${line.slice(130)}` : line,
      );
    expect(await by.outcomes(strange.join('\r\n'))).toEqual(['unknown-number']);
    expect((await by.use.payment(who, paymentId)).state).toBe('pending');
  });

  it('that pay a slip twice on one day have the second payment marked', async () => {
    const { file, who } = await by.registered();
    const lines = (await by.bank(file, { event: 'pay' })).split('\r\n');
    const details = lines.slice(2, 4);
    const count = (line = '', more = 0) =>
      line.replace(/^(.{17})(\d{6})(\d{0,6})/, (_whole, head: string, one: string, two: string) =>
        two && line.charAt(7) === '9'
          ? `${head}${one}${String(Number(two) + more).padStart(6, '0')}`
          : `${head}${String(Number(one) + more).padStart(6, '0')}${two}`,
      );
    const twice = [...lines.slice(0, 4), ...details, count(lines[4], 2), count(lines[5], 2), ''];
    expect(await by.outcomes(twice.join('\r\n'))).toEqual(['applied', 'attention']);
    expect((await by.use.stored(who))?.attention).toEqual(['second-payment']);
  });
});
