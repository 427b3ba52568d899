import type { Harness } from './harness.ts';

const NUMBER = '100000000000002';
export const VERIFY_TOKEN = 'palavra-de-prova-0123456789';

/** `ORBITA_WHATSAPP` of one tenant, with the sandbox's number and templates. */
export const whatsAppOfTenant = (
  sandbox: string,
  tenant: string,
  more: object = {},
): Record<string, string> => ({
  ORBITA_WHATSAPP: JSON.stringify({
    [tenant]: {
      url: `${sandbox}/whatsapp`,
      phoneNumberId: NUMBER,
      token: 'sandbox-whatsapp-token',
      appSecret: 'sandbox-whatsapp-secret',
      verifyToken: VERIFY_TOKEN,
      code: { name: 'codigo_de_acesso' },
      templates: {
        'N-05:recebida': { name: 'inscricao_recebida', values: ['nome', 'id', 'curso', 'link'] },
        'N-08': { name: 'documento_novo', values: ['nome', 'link'] },
        'N-19': { name: 'pagamento_confirmado', values: { nome: 'nome', valor: 'valor', link: 'link' } },
        'N-26': { name: 'matricula_concluida', values: ['nome', 'instituicao'] },
      },
      ...more,
    },
  }),
});

/** Registers with the sandbox where reports for the number go, as somebody does at Meta; returns its status. */
export async function connectWhatsApp({ url, sandbox }: Harness, tenant: string): Promise<number> {
  const answer = await fetch(`${sandbox.url}/whatsapp/v23.0/${NUMBER}`, {
    method: 'POST',
    headers: { authorization: 'Bearer sandbox-whatsapp-token', 'content-type': 'application/json' },
    body: JSON.stringify({
      webhook_configuration: {
        override_callback_uri: `${url}/orbita/api/operations/webhooks/whatsapp/${tenant}`,
        verify_token: VERIFY_TOKEN,
      },
    }),
  });
  return answer.status;
}

/** Sends a message to the number from a phone, given as stored. */
export async function writeByWhatsApp({ sandbox }: Harness, phone: string, text: string): Promise<void> {
  const answer = await fetch(`${sandbox.url}/control/whatsapp/55${phone}`, {
    method: 'POST',
    headers: { 'x-control-key': 'control', 'content-type': 'application/json' },
    body: JSON.stringify({ text }),
  });
  if (!answer.ok) throw new Error(`The sandbox answered ${answer.status}`);
}
