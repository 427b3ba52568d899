/** Where a tenant may have a secret sent: a host in the form of `URL.host`, with its port unless that is the default. */
type SecretUse = { tenant: string; host: string };
type NamedSecret = { value: string; uses: readonly SecretUse[] };

/** Secrets that a catalogue refers to without containing them (spec 3.9). */
export type NamedSecrets = {
  /** The secret, if this tenant may have it sent to this URL; otherwise undefined, as if it did not exist. */
  of(name: string, tenantAlias: string, url: string | URL): string | undefined;
  /** Names and uses for the operator's list; never a value. */
  list(): { name: string; uses: readonly SecretUse[] }[];
};

const PREFIX = 'ORBITA_SECRET_';
/** Suffix of the variable beside a secret that states which tenants may use it and where it may be sent. */
const BOUND = '_FOR';
/** `alias@host`, with the host as a browser writes it: lower case, punycode, no user, path, trailing dot or pattern. */
const USE = /^([a-z0-9][a-z0-9-]{1,39})@((?:[a-z0-9-]+(?:\.[a-z0-9-]+)*|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?)$/;

/** Parses one use; undefined if it is not in exactly the form in which URLs are compared. */
function useOf(text: string): SecretUse | undefined {
  const [, tenant, host] = USE.exec(text) ?? [];
  if (!tenant || !host || !URL.canParse(`https://${host}`)) return undefined;
  return new URL(`https://${host}`).host === host ? { tenant, host } : undefined;
}

/**
 * Host of a URL to which a secret may be sent at all: https (plain http only in development), without a user. Parsed before
 * comparing, so that case, escapes and other spellings of an IP address or port make no difference.
 */
function hostOf(url: string | URL, development: boolean): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, username, password, host } = new URL(url);
  const sure = protocol === 'https:' || (development && protocol === 'http:');
  return sure && !username && !password ? host : undefined;
}

/**
 * Reads `ORBITA_SECRET_{NAME}` together with `ORBITA_SECRET_{NAME}_FOR=alias@host,…`. One without the other is a configuration
 * error, because a secret without a stated owner would either serve everybody or fail at the first sign-in.
 */
export function readNamedSecrets(
  env: NodeJS.ProcessEnv,
  development: boolean,
): { secrets: NamedSecrets; wrong: string[] } {
  const names = new Set(
    Object.entries(env).flatMap(([variable, value]) =>
      variable.startsWith(PREFIX) && value
        ? [variable.slice(PREFIX.length, variable.endsWith(BOUND) ? -BOUND.length : undefined)]
        : [],
    ),
  );
  const wrong: string[] = [];
  const known = new Map<string, NamedSecret>();
  for (const name of names) {
    const [value, bound] = [env[`${PREFIX}${name}`], env[`${PREFIX}${name}${BOUND}`]];
    const variable = `${PREFIX}${name}${BOUND}`;
    if (!value) wrong.push(`${PREFIX}${name} is missing: ${variable} says who may use it`);
    else if (!bound)
      wrong.push(`${variable} is missing: who may use the secret and where it goes, as alias@login.example`);
    else {
      const parts = bound.split(',').map((part) => part.trim());
      const uses = parts.flatMap((part) => useOf(part) ?? []);
      if (uses.length < parts.length)
        wrong.push(`${variable} is a list of alias@host: lower case, a port only if unusual, nothing else`);
      known.set(name, { value, uses });
    }
  }
  return {
    wrong,
    secrets: {
      of(name, tenantAlias, url) {
        const host = hostOf(url, development);
        const secret = known.get(name);
        const may = secret?.uses.some((use) => use.tenant === tenantAlias && use.host === host);
        return may ? secret?.value : undefined;
      },
      list: () => [...known].map(([name, { uses }]) => ({ name, uses })),
    },
  };
}
