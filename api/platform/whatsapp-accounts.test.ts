import { describe, expect, it } from 'vitest';
import { offersWhatsApp, whatsAppAccounts, whatsAppTemplate } from './whatsapp-accounts.ts';

const account = {
  phoneNumberId: '100000000000002',
  token: 'token',
  appSecret: 'segredo-do-aplicativo',
  verifyToken: 'palavra-de-prova-0123456789',
};
const withTemplates = (templates: object) => ({ alfa: { ...account, templates } });
const one = (values: unknown, more: object = {}) => ({ name: 'modelo', values, ...more });

describe('accounts at WhatsApp', () => {
  it.each<[string, unknown]>([
    ['a number by its digits', { alfa: { ...account, phoneNumberId: '+55 31 90000' } }],
    ['two tenants with one number', { alfa: account, beta: account }],
    ['everybody', { '*': account }],
    ['no secret of the app', { alfa: { ...account, appSecret: '' } }],
    ['a short verify token', { alfa: { ...account, verifyToken: 'curto' } }],
    ['an unknown field', { alfa: { ...account, phone: '1' } }],
    ['an unknown message', withTemplates({ 'NX-1': one([]) })],
    ['a code', withTemplates({ 'N-02': one([]) })],
    ['a message of the guardian', withTemplates({ 'N-29:link': one([]) })],
    ['a message of the team', withTemplates({ 'NE-01': one([]) })],
    ['a change that can be taken back', withTemplates({ 'N-33': one([]) })],
    ['an unknown variant', withTemplates({ 'N-05:outra': one([]) })],
    ['a value that the message lacks', withTemplates({ 'N-19': one(['nome', 'linha']) })],
    ['a value that one variant lacks', withTemplates({ 'N-06': one(['data', 'motivo']) })],
    ['a name of a template with spaces', withTemplates({ 'N-19': { name: 'Meu modelo' } })],
  ])('refuse %s', (_what, given) => {
    expect(whatsAppAccounts.safeParse(given).success).toBe(false);
  });

  it('prefer the template of a variant to that of the whole message', () => {
    const accounts = whatsAppAccounts.parse(
      withTemplates({
        'N-05': one(['link']),
        'N-05:recebida': { name: 'recebida' },
        'N-19': one({ valor: 'valor' }),
      }),
    );
    const { alfa } = accounts;
    if (!alfa) throw new Error('No account');
    expect([
      whatsAppTemplate(alfa, 'N-05', undefined)?.name,
      whatsAppTemplate(alfa, 'N-05', 'recebida')?.name,
      whatsAppTemplate(alfa, 'N-05', 'acesso')?.name,
      whatsAppTemplate(alfa, 'N-26', undefined)?.name,
    ]).toEqual(['recebida', 'recebida', 'modelo', undefined]);
    expect([offersWhatsApp(accounts, 'alfa'), offersWhatsApp(accounts, 'beta')]).toEqual([true, false]);
    expect(offersWhatsApp(whatsAppAccounts.parse({ alfa: account }), 'alfa')).toBe(false);
  });
});
