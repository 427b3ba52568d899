import { ACQUIRERS, type AcquirerProvider } from '@orbita/domain/tenancy';
import { z } from 'zod';
import type { Acquirer, AcquirersPort } from '../platform/acquirer-port.ts';
import { ANY_INSTITUTION, type Config } from '../platform/config.ts';
import { ACQUIRER } from './acquirer-list.ts';

/** One institution's accounts by acquirer, as given in the configuration. */
export const acquirerAccounts = z.object(
  Object.fromEntries(ACQUIRERS.map((name) => [name, ACQUIRER[name].account.optional()])),
);

/**
 * Card acquirers: one account per `{tenant}/{institution}` reference and provider.
 * @throws ZodError when an account is invalid.
 */
export function createAcquirers({
  acquirerAccounts: given,
}: Pick<Config, 'acquirerAccounts'>): AcquirersPort {
  const accounts = z.record(z.string(), acquirerAccounts).parse(given);
  const known = new Map<string, Acquirer>();
  const open = (reference: string, provider: AcquirerProvider): Acquirer | undefined => {
    const { shared, open } = ACQUIRER[provider];
    const own = Object.hasOwn(accounts, reference);
    const account = accounts[own ? reference : ANY_INSTITUTION]?.[provider];
    if (account === undefined) return undefined;
    return open(
      own ? account : shared(account, (text) => text.replace(ANY_INSTITUTION, reference.replace('/', '-'))),
    );
  };
  return {
    account(tenantAlias, institutionCode, provider) {
      const reference = `${tenantAlias}/${institutionCode}`;
      const kept = known.get(`${reference} ${provider}`);
      if (kept) return kept;
      const acquirer = open(reference, provider);
      if (acquirer) known.set(`${reference} ${provider}`, acquirer);
      return acquirer;
    },
    fieldOrigins: (provider) =>
      ACQUIRER[provider].origins(Object.values(accounts).flatMap((all) => all[provider] ?? [])),
  };
}
