import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestSandbox, type TestSandbox } from '../../testing/sandbox-kit.ts';

let world: TestSandbox;
beforeAll(async () => {
  world = await openTestSandbox();
});
afterAll(() => world.discard());

describe('CEP', () => {
  it('knows two addresses', async () => {
    expect(await (await world.call('/cep/ws/30100001/json/')).json()).toMatchObject({
      cep: '30100-001',
      logradouro: 'Rua Exemplo',
      bairro: 'Bairro Modelo',
      localidade: 'Belo Horizonte',
      uf: 'MG',
      ibge: '3106200',
    });
    expect(await (await world.call('/cep/ws/01001000/json/')).json()).toMatchObject({ uf: 'SP' });
  });

  it('does not know others and refuses malformed ones', async () => {
    expect(await (await world.call('/cep/ws/99999999/json/')).json()).toEqual({ erro: true });
    expect((await world.call('/cep/ws/123/json/')).status).toBe(400);
  });

  it('can answer with odd fields', async () => {
    await world.control('PUT', '/strange', { side: 'cep-odd-fields', on: true });
    expect(await (await world.call('/cep/ws/30100001/json/')).json()).toMatchObject({
      ibge: 3_106_200,
      bairro: null,
    });
    expect(await (await world.call('/cep/ws/01001000/json/')).json()).toMatchObject({
      ibge: null,
      logradouro: '',
    });
    expect(await (await world.call('/cep/ws/99999999/json/')).json()).toEqual({ erro: 'true' });
    await world.control('PUT', '/strange', { side: 'cep-odd-fields', on: false });
  });

  it('can be down', async () => {
    await world.control('PUT', '/faults', { port: 'zip', mode: 'down' });
    expect((await world.call('/cep/ws/30100001/json/')).status).toBe(503);
  });
});
