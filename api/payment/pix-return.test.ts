import { afterEach, describe, expect, it } from 'vitest';
import { bank, CHARGE, closeBanks, wanted } from '../../testing/bank.ts';
import { ProviderUnavailable } from '../platform/ports.ts';

afterEach(closeBanks);

describe('a refund by Pix', () => {
  const back = { endToEndId: 'E1', id: 'D1', amountCents: 10_013, note: 'd'.repeat(200) };
  const RETURN = { id: 'D1', valor: '100.13', status: 'EM_PROCESSAMENTO' };

  it.each([200, 201])('is requested as API Pix defines it (%i)', async (status) => {
    const { gateway, seen } = await bank(() => ({ status, body: { ...RETURN, motivo: 'x' } }));
    expect(await gateway.giveBack(back)).toEqual({
      ...{ id: 'D1', amountCents: 10_013, status: 'EM_PROCESSAMENTO', reason: 'x' },
    });
    expect(seen[1]?.line).toBe('PUT /pix/E1/devolucao/D1');
    expect(JSON.parse(seen[1]?.body ?? '')).toEqual({ valor: '100.13', descricao: 'd'.repeat(140) });
  });

  it.each([400, 404, 409, 422])('already exists where %i says the number is taken', async (status) => {
    const { gateway } = await bank((line) =>
      line.startsWith('PUT') ? { status } : { status: 200, body: { ...RETURN, status: 'DEVOLVIDO' } },
    );
    expect(await gateway.giveBack(back)).toMatchObject({ status: 'DEVOLVIDO', reason: null });
    const never = await bank((line) => ({ status: line.startsWith('PUT') ? status : 404 }));
    expect(await never.gateway.giveBack(back)).toEqual({
      ...{
        id: 'D1',
        amountCents: 10_013,
        status: 'NAO_REALIZADO',
        reason: `The provider answered ${status}`,
      },
    });
  });

  it.each([403, 429])('is uncertain where the bank answers %i', async (status) => {
    const { gateway } = await bank(() => ({ status }));
    await expect(gateway.giveBack(back)).rejects.toBeInstanceOf(ProviderUnavailable);
    await expect(gateway.findReturn('E1', 'D1')).rejects.toBeInstanceOf(ProviderUnavailable);
    // No further request is made: what was refused in this way may still be executed later.
    const known = await bank((line) => (line.startsWith('PUT') ? { status } : { status: 200, body: RETURN }));
    await expect(known.gateway.giveBack(back)).rejects.toThrow(`answered ${status}`);
    const made = await bank((line) => (line.startsWith('PUT') ? { status } : { status: 200, body: CHARGE }));
    await expect(made.gateway.create(wanted)).rejects.toThrow(`answered ${status}`);
  });

  it('is looked up, even with unknown statuses', async () => {
    const { gateway } = await bank(() => ({ status: 200, body: { ...RETURN, status: 'SUSPENSA' } }));
    expect(await gateway.findReturn('E1', 'D1')).toMatchObject({ status: 'UNKNOWN', amountCents: 10_013 });
    const gone = await bank(() => ({ status: 404 }));
    expect(await gone.gateway.findReturn('E1', 'D1')).toBeUndefined();
    const strange = await bank(() => ({ status: 200, body: { ...RETURN, valor: '1' } }));
    await expect(strange.gateway.findReturn('E1', 'D1')).rejects.toThrow('something that is no return');
  });
});
