import type { Config } from '../platform/config.ts';
import type { Catalogue } from './model.ts';
import type { DatabaseProblem } from './occupied.ts';

/**
 * Secrets of the environment that the catalogue names without having them, or names for an address to which they do not go. One
 * sentence for all: who writes a catalogue does not learn which names other tenants have.
 */
export function secretProblems(
  { captcha, namedSecrets, staffProviders }: Pick<Config, 'captcha' | 'namedSecrets' | 'staffProviders'>,
  { tenant, console, hosts }: Catalogue,
): Omit<DatabaseProblem, 'capacity'>[] {
  // Without an alias there is nobody to ask for; the file is refused for that.
  const offence = (name: string, url: string | undefined): string[] =>
    url === undefined || !tenant.alias || namedSecrets.of(name, tenant.alias, url) !== undefined
      ? []
      : [
          `${name} is no secret that ${tenant.alias} may have sent to ${new URL(url).host} on this installation`,
        ];
  const provider = console.identityProvider;
  const ofProvider = provider
    ? [provider.issuer, staffProviders[provider.issuer]].flatMap((url) => offence(provider.secretRef, url))
    : [];
  return [
    ...ofProvider.slice(0, 1).map((message) => ({
      spot: { kind: 'console' as const, index: 0, path: ['identityProvider', 'secretRef'] },
      message,
    })),
    ...hosts.flatMap(({ captchaSecret }, index) =>
      (captchaSecret === null ? [] : offence(captchaSecret, captcha.url)).map((message) => ({
        spot: { kind: 'hosts' as const, index, path: ['captchaSecret'] },
        message,
      })),
    ),
  ];
}
