import type { Config } from '../platform/config.ts';
import type { Catalogue } from './model.ts';
import type { DatabaseProblem } from './occupied.ts';

/**
 * Environment secrets that the catalogue names but may not use, or that aren't meant for the address given. The same message in
 * every case, so that authors of a catalogue don't learn which names other tenants have.
 */
export function secretProblems(
  { captcha, namedSecrets, staffProviders }: Pick<Config, 'captcha' | 'namedSecrets' | 'staffProviders'>,
  { tenant, console, hosts }: Catalogue,
): Omit<DatabaseProblem, 'capacity'>[] {
  // Without an alias there is nothing to check; the file is refused for that reason.
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
