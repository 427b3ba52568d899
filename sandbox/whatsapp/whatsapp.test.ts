import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestSandbox, type TestSandbox } from '../../testing/sandbox-kit.ts';

let world: TestSandbox;
beforeAll(async () => {
  world = await openTestSandbox();
});
afterAll(() => world.discard());

const TOKEN = { authorization: 'Bearer sandbox-whatsapp-token' };
const NUMBER = '/whatsapp/v23.0/100000000000002';
const send = (body: object, headers: Record<string, string> = TOKEN, number = NUMBER) =>
  world.json('POST', `${number}/messages`, body, headers);
const order = (template: object, more: object = {}) => ({
  ...{ messaging_product: 'whatsapp', to: '5531955550001', type: 'template' },
  template: { language: { code: 'pt_BR' }, ...template },
  ...more,
});
const body = (...parameters: object[]) => ({ type: 'body', parameters });
const text = (said: string, name?: string) => ({
  ...{ type: 'text', text: said },
  ...(name ? { parameter_name: name } : {}),
});
const button = (said: string, more: object = {}) => ({
  ...{ type: 'button', sub_type: 'url', index: '0', parameters: [text(said)], ...more },
});
const PAID = {
  name: 'pagamento_confirmado',
  components: [body(text('Ana', 'nome'), text('10,00', 'valor'), text('http://a.test', 'link'))],
};
const CODE = { name: 'codigo_de_acesso', components: [body(text('123456')), button('123456')] };

describe('the Cloud API', () => {
  it('accepts a message by an approved template, and the phone shows it', async () => {
    const answer = await send(order(PAID));
    expect([answer.status, await answer.json()]).toMatchObject([
      200,
      {
        contacts: [{ input: '5531955550001', wa_id: '5531955550001' }],
        messages: [{ id: expect.stringMatching(/^wamid/) }],
      },
    ]);
    const list = await (await world.control('GET', '/outbox?to=31955550001')).json();
    expect(list).toMatchObject([
      {
        channel: 'whatsapp',
        text: 'Olá, Ana! Recebemos R$ 10,00. Continue por aqui: http://a.test Até logo.',
      },
    ]);
    expect((await send(order(CODE))).status).toBe(200);
  });

  it.each<[string, object, number]>([
    ['no product', order(PAID, { messaging_product: undefined }), 100],
    ['a number that is none', order(PAID, { to: '(31) 95555-0001' }), 100],
    ['a template that does not exist', order({ ...PAID, name: 'outro' }), 132001],
    ['a language that it lacks', order({ ...PAID, language: { code: 'en_US' } }), 132001],
    ['a paused template', order({ name: 'modelo_pausado', components: [body(text('Ana'))] }), 132015],
    ['a disabled template', order({ name: 'modelo_desligado', components: [body(text('Ana'))] }), 132016],
    ['too few values', order({ ...PAID, components: [body(text('Ana', 'nome'))] }), 132000],
    ['no values', order({ ...PAID, components: [] }), 132000],
    [
      'values without the names of the template',
      order({ ...PAID, components: [body(text('Ana'), text('1'), text('x'))] }),
      100,
    ],
    [
      'names where it has none',
      order({ name: 'matricula_concluida', components: [body(text('a', 'nome'), text('b'))] }),
      100,
    ],
    [
      'a value of another kind',
      order({ name: 'matricula_concluida', components: [body({ type: 'currency' }, text('b'))] }),
      132012,
    ],
    [
      'a value of several lines',
      order({ name: 'matricula_concluida', components: [body(text('a\nb'), text('b'))] }),
      100,
    ],
    [
      'an empty value',
      order({ name: 'matricula_concluida', components: [body(text(''), text('b'))] }),
      131008,
    ],
    ['a code without its button', order({ ...CODE, components: [body(text('123456'))] }), 131008],
    [
      'a button with another code',
      order({ ...CODE, components: [body(text('123456')), button('654321')] }),
      132018,
    ],
    [
      'a button at another place',
      order({ ...CODE, components: [body(text('123456')), button('123456', { index: '1' })] }),
      100,
    ],
    [
      'a code that is too long',
      order({ ...CODE, components: [body(text('1234567890123456')), button('1234567890123456')] }),
      132018,
    ],
    [
      'no button where the template has one',
      order({ name: 'prazo_de_pagamento', components: [body(text('a'), text('b'))] }),
      132000,
    ],
    ['a kind of message that it does not know', order(PAID, { type: 'carrier-pigeon' }), 131051],
    ['too much to one number at once', order(PAID, { to: '5531955558883' }), 131056],
    ['a number without an account', order(PAID, { to: '5531955558884' }), 131026],
  ])('refuses %s', async (_what, sent, code) => {
    const answer = await send(sent);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(await answer.json()).toMatchObject({
      error: { code, message: expect.stringContaining(String(code)) },
    });
  });

  it('refuses another token, number and version', async () => {
    expect((await send(order(PAID), {})).status).toBe(401);
    expect((await send(order(PAID), TOKEN, '/whatsapp/v23.0/999999999999999')).status).toBe(400);
    expect((await send(order(PAID), TOKEN, '/whatsapp/latest/100000000000002')).status).toBe(400);
  });

  it('accepts free text to people who wrote within a day, and reports an error for others', async () => {
    const own = { messaging_product: 'whatsapp', to: '5531955550009', type: 'text', text: { body: 'Oi' } };
    await send(own);
    expect(await (await world.control('GET', '/outbox?to=31955550009')).json()).toEqual([]);
    expect((await world.control('POST', '/whatsapp/5531955550009', { text: 'Oi' })).status).toBe(204);
    await send(own);
    expect(await (await world.control('GET', '/outbox?to=31955550009')).json()).toMatchObject([
      { text: 'Oi' },
    ]);
  });

  it('registers no address that does not echo the challenge', async () => {
    const register = (url: string) =>
      world.json(
        'POST',
        NUMBER,
        { webhook_configuration: { override_callback_uri: url, verify_token: 'palavra' } },
        TOKEN,
      );
    expect((await register(`${world.url}/health`)).status).toBe(400);
    expect((await register('nowhere')).status).toBe(400);
  });
});
