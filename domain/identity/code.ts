import { isBlank, plainLine, type Rule, required } from '../foundation/index.ts';

/** Constants of one-time codes (spec 5.1), in seconds unless named otherwise. */
export const CODE = {
  length: 6,
  lifeSeconds: 600,
  resendSeconds: 60,
  tries: 5,
  /** To one contact, per requester; `sendsOfAll` limits all requesters together. */
  sendsPerHour: 5,
  sendsOfAll: 20,
  linkLifeSeconds: 3600,
} as const;

export const CODE_TEXTS = {
  hint: 'Digite o código de 6 dígitos',
  invalid: 'Código inválido.',
  expired: 'Este código não vale mais. Peça outro.',
  sendFailed: 'Falha ao enviar o código. Tente de novo.',
} as const;

/** A typed or pasted code without spaces and hyphens. */
export const normaliseCode = (value: string | null | undefined): string =>
  plainLine(value).replace(/[\s-]/g, '');

/** The digits of a code. From a pasted message, the six digits that stand alone, never part of a longer number. */
export function codeDigits(value: string): string {
  const typed = plainLine(value);
  const [, whole, first = '', second = ''] =
    /(?:^|[^0-9])([0-9]{6})(?![0-9])/.exec(typed) ??
    /(?:^|[^0-9 -])[ -]{0,2}()([0-9]{3})[ -]([0-9]{3})(?![ -]?[0-9])/.exec(typed) ??
    [];
  return whole || first + second || typed.replace(/[^0-9]/g, '');
}

const sixDigits: Rule = (value) =>
  isBlank(value) || /^[0-9]{6}$/.test(normaliseCode(value)) ? undefined : CODE_TEXTS.invalid;

/** Rules of a code field: exactly six digits, spaces ignored (D-05). */
export const code: readonly Rule[] = [required, sixDigits];
