import type { AcquirerAccounts } from '../platform/acquirer-accounts.ts';
import type { Acquirer, AcquirerProvider, AcquirersPort } from '../platform/acquirer-port.ts';
import { ANY_INSTITUTION, type Config } from '../platform/config.ts';
import { openCielo } from './cielo.ts';
import { openPagarme } from './pagarme.ts';

/** Derives separate accounts at the acquirers shared by all institutions, distinguished by names and keys. */
function sharedAccounts(shared: AcquirerAccounts | undefined, reference: string): AcquirerAccounts {
  const named = (text: string): string => text.replace(ANY_INSTITUTION, reference.replace('/', '-'));
  const { cielo, pagarme } = shared ?? {};
  return {
    ...(cielo
      ? {
          cielo: {
            ...cielo,
            merchantId: named(cielo.merchantId),
            silentOrderPost: { ...cielo.silentOrderPost, clientId: named(cielo.silentOrderPost.clientId) },
            ...(cielo.threeDSecure
              ? {
                  threeDSecure: {
                    ...cielo.threeDSecure,
                    clientId: named(cielo.threeDSecure.clientId),
                  },
                }
              : {}),
          },
        }
      : {}),
    ...(pagarme
      ? {
          pagarme: { ...pagarme, secretKey: named(pagarme.secretKey), publicKey: named(pagarme.publicKey) },
        }
      : {}),
  };
}

const opened = (accounts: AcquirerAccounts, provider: AcquirerProvider): Acquirer | undefined => {
  if (provider === 'cielo') return accounts.cielo && openCielo(accounts.cielo);
  return accounts.pagarme && openPagarme(accounts.pagarme);
};

const originsOf = (addresses: (string | undefined)[]): string[] => [
  ...new Set(addresses.flatMap((address) => (address === undefined ? [] : [new URL(address).origin]))),
];

/** Card acquirers, one account per reference `{tenant}/{institution}` and provider of the configuration. */
export function createAcquirers({ acquirerAccounts }: Pick<Config, 'acquirerAccounts'>): AcquirersPort {
  const known = new Map<string, Acquirer>();
  return {
    account(tenantAlias, institutionCode, provider) {
      const reference = `${tenantAlias}/${institutionCode}`;
      const kept = known.get(`${reference} ${provider}`);
      if (kept) return kept;
      const accounts = Object.hasOwn(acquirerAccounts, reference)
        ? acquirerAccounts[reference]
        : sharedAccounts(acquirerAccounts[ANY_INSTITUTION], reference);
      const acquirer = accounts && opened(accounts, provider);
      if (acquirer) known.set(`${reference} ${provider}`, acquirer);
      return acquirer;
    },
    fieldOrigins(provider) {
      const all = Object.values(acquirerAccounts);
      if (provider === 'pagarme')
        return { scripts: [], connections: originsOf(all.map(({ pagarme }) => pagarme?.url)), frames: [] };
      // The Silent Order Post sends the card to the host it was loaded from.
      const hosts = originsOf(all.map(({ cielo }) => cielo?.silentOrderPost.scriptUrl));
      // 3-D Secure as well, by its own host and the network's; the bank's page is a frame.
      const checks = all.flatMap(({ cielo }) => cielo?.threeDSecure ?? []);
      const asking = [
        ...originsOf(checks.map(({ scriptUrl }) => scriptUrl)),
        ...checks.flatMap(({ networkSources }) => networkSources),
      ];
      const places = [...new Set([...hosts, ...asking])];
      const frames = checks.flatMap(({ networkSources, bankSources }) => [...networkSources, ...bankSources]);
      return { scripts: places, connections: places, frames: [...new Set(frames)] };
    },
  };
}
