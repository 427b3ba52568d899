import type { CardAccess } from '@orbita/protocol/payment';
import type { FieldsAcquirer } from './acquirer.ts';
import { cielo } from './cielo/acquirer.ts';
import { pagarme } from './pagarme/acquirer.ts';

const ACQUIRERS: {
  readonly [P in CardAccess['provider']]: FieldsAcquirer<Extract<CardAccess, { provider: P }>>;
} = {
  cielo,
  pagarme,
};

/** The acquirer of that name; undefined if there is none. */
export const acquirerNamed = (name: unknown): FieldsAcquirer | undefined =>
  typeof name === 'string' && Object.hasOwn(ACQUIRERS, name)
    ? (ACQUIRERS[name as CardAccess['provider']] as FieldsAcquirer)
    : undefined;
