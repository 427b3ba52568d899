import type { Ledger } from './ledger.ts';

/**
 * What a provider does against its own description or the standard, as a switch each, and the words of the page for it. All are
 * off at first, because another college may never meet them.
 */
export const STRANGE = {
  'linkedin-untyped-token': 'LinkedIn: resposta sem token_type',
  'facebook-throttled': 'Facebook: limite de chamadas, respondido com 400',
  'twilio-forged-reports': 'Twilio: avisos com assinatura errada',
  'twilio-suspended': 'Twilio: limite de envios, 429',
  'captcha-other-action': 'Captcha: resposta de outra ação',
  'captcha-other-host': 'Captcha: resposta de outro site',
  'staff-idp-basic-only': 'Conta Alfa: segredo só no cabeçalho',
  'staff-idp-no-pkce': 'Conta Alfa: recusa PKCE',
} as const;
export type Strange = keyof typeof STRANGE;

export interface Strangeness {
  is(name: Strange): boolean;
  set(name: Strange, on: boolean): void;
  clear(): void;
}

export const isStrange = (value: unknown): value is Strange =>
  typeof value === 'string' && Object.hasOwn(STRANGE, value);

/** Switches survive a restart. */
export function openStrangeness(ledger: Ledger): Strangeness {
  const on = ledger.table<boolean>('strange');
  return {
    is: (name) => on.get(name) ?? false,
    set: (name, value) => on.put(name, value),
    clear: () => on.clear(),
  };
}
