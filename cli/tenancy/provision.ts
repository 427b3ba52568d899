import { type Grantable, scopes, wholeScopes } from '@orbita/protocol/foundation';
import { notifier } from '@orbita/protocol/tenancy/team';
import { explainRefusal, packed, sending, showWarnings } from '../catalogue/catalogue.ts';
import { daysFromNow, stopwatch } from '../clock.ts';
import { type Context, list, Misused, wholeNumber } from '../context.ts';
import { type ListOptions, listingOfTenant, oneOf, queryOf } from '../listing.ts';

const scopesOf = (text: string) =>
  list(text).map(
    (name) =>
      scopes.find((scope) => scope === name) ?? unknown(`Unknown scope ${name}; known: ${scopes.join(', ')}`),
  );
const unknown = (text: string): never => {
  throw new Misused(text);
};

/** An empty list in quotes is a mistake, and would mean a token for all institutions. */
const codesOf = (text: string): string[] => {
  const codes = list(text);
  return codes.length > 0 ? codes : unknown('Give codes of institutions, or leave --institutions out');
};

const NOTIFIERS = notifier.options;
/** A working day and a weekend, to enter the new address at a provider's site. */
const OVERLAP_HOURS = 72;

type NewTenant = { name?: string; hosts?: string[]; file?: string; serviceToken?: string };

/** What an institution's staff do every day; whoever runs the installation creates tokens. */
const DAILY = wholeScopes.filter((scope) => !['platform', 'audit', 'tokens', 'test'].includes(scope));

/** Makes a tenant go live: with everything its catalogue says, or not at all. */
const fromCatalogue = async (context: Context, file: string, tokenName: string | undefined) => {
  const seconds = stopwatch();
  const body = packed(file);
  const made = await context
    .client(sending('Creating a tenant from', file, body))
    .call('POST /operations/tenants/catalogue', { body })
    .catch((error: unknown) => explainRefusal(context, file, error));
  if (!made) return;
  showWarnings(context, file, made.warnings);
  const { tenant, changes } = made;
  const token = tokenName && {
    name: tokenName,
    tenant: tenant.alias,
    scopes: DAILY,
    institutions: null,
    expiresAt: daysFromNow(365),
  };
  const issued = token ? await context.call('POST /operations/tokens', { body: token }) : undefined;
  context.lines({ ...made, ...(issued ? { token: issued } : {}) }, [
    `${tenant.name} (${tenant.alias}) is live: ${changes.length} entries in ${seconds()} s.`,
    ...tenant.hosts.map((host) => `  ${host}`),
    ...(issued ? [`Service token, shown this once: ${issued.token}`] : []),
  ]);
};

/** `tenant` and `token` (spec 17.3). */
export function provisionCommands(context: Context): void {
  const tenant = context.program.command('tenant').description('Tenants of the installation');
  tenant
    .command('create [alias]')
    .description('Create a tenant with its hosts, or whole from its catalogue with -f')
    .option('--name <name>', 'name of the tenant; without -f')
    .option('--hosts <hosts>', 'host names, separated by commas; without -f', list)
    .option('-f, --file <path>', 'catalogue that says everything: YAML file or folder')
    .option('--service-token <name>', 'with -f: create a token for its daily work as well')
    .action(async (alias: string | undefined, given: NewTenant) => {
      if (given.file) return fromCatalogue(context, given.file, given.serviceToken);
      if (!alias || !given.name || !given.hosts) throw new Misused('Give -f, or <alias>, --name and --hosts');
      const body = { alias, name: given.name, hosts: given.hosts };
      await context.show('POST /operations/tenants', { body });
    });
  tenant
    .command('show <alias>')
    .description('Show a tenant')
    .action(async (alias: string) => {
      await context.show('GET /operations/tenants/{alias}', { params: { alias } });
    });

  tenant
    .command('notice-addresses <alias>')
    .description('Show by which secrets its providers report payments, and when each was used last')
    .action(async (alias: string) => {
      const params = { alias };
      const found = await context.call('GET /operations/tenants/{alias}/notice-addresses', { params });
      const rows = found.data.flatMap(({ provider, enteredBy, secrets }) =>
        (secrets.length > 0 ? secrets : [undefined]).map((secret) => ({
          provider,
          enteredBy,
          made: secret ? (secret.madeAt ?? 'shared by all providers') : 'none yet',
          ends: secret?.endsAt ?? '',
          lastUsed: secret?.lastUsedAt ?? '',
        })),
      );
      context.rows(found, rows, ['provider', 'enteredBy', 'made', 'ends', 'lastUsed']);
    });
  tenant
    .command('notice-secret <alias> <provider>')
    .description(
      'Give a provider a new address for its notices, shown this once; the former one goes on for a while',
    )
    .option(
      '--overlap <hours>',
      'hours the former address is still taken, at most 720',
      wholeNumber,
      OVERLAP_HOURS,
    )
    .action(async (alias: string, named: string, { overlap }: { overlap: number }) => {
      const provider =
        NOTIFIERS.find((one) => one === named) ?? unknown(`Give a provider: ${NOTIFIERS.join(', ')}`);
      const made = await context.call(
        'POST /operations/tenants/{alias}/notice-addresses/{provider}/rotation',
        {
          params: { alias, provider },
          body: { overlapHours: overlap },
        },
      );
      // Printed as whole lines, because an address is copied, and a table truncates long text.
      context.lines(made, [
        made.enteredBy === 'us'
          ? 'It is registered at the bank by itself:'
          : "Enter it at the acquirer's site:",
        `  ${made.address}`,
        ...(made.formerUntil ? [`The former one is taken until ${made.formerUntil}`] : []),
      ]);
    });

  const token = context.program.command('token').description('Service tokens');
  token
    .command('create <name>')
    .description('Create a service token of the tenant; it is shown this once')
    .requiredOption(
      '--scopes <scopes>',
      `whole or by part, separated by commas: ${scopes.join(', ')}`,
      scopesOf,
    )
    .option('--institutions <codes>', 'only these institutions', codesOf)
    .option('--days <n>', 'days it is valid', wholeNumber, 365)
    .option('--expires-at <instant>', 'instant with offset, instead of --days')
    .action(
      async (
        name: string,
        given: {
          scopes: Grantable[];
          institutions?: string[];
          days: number;
          expiresAt?: string;
        },
      ) => {
        const tenantAlias = context.tenant() ?? unknown('Give --tenant or ORBITA_TENANT');
        const expiresAt = given.expiresAt ?? daysFromNow(given.days);
        const body = {
          name,
          tenant: tenantAlias,
          scopes: given.scopes,
          institutions: given.institutions ?? null,
          expiresAt,
        };
        await context.show('POST /operations/tokens', { body });
      },
    );
  listingOfTenant(
    token,
    'List service tokens of the tenant; --state takes active, expired or revoked',
  ).action(async ({ state, ...given }: ListOptions) => {
    const query = { ...queryOf(given), state: oneOf(['active', 'expired', 'revoked'] as const, state) };
    const page = await context.call('GET /operations/tokens', { query });
    context.rows(page, page.data, [
      'id',
      'parentId',
      'name',
      'state',
      'scopes',
      'institutions',
      'createdAt',
      'expiresAt',
      'lastUsedAt',
    ]);
  });
  token
    .command('revoke <id>')
    .description('End a service token and all that were made with it, at once and for good')
    .option('--yes', 'do not ask')
    .action(async (id: string, { yes }: { yes?: boolean }) => {
      await context.confirm(`End service token ${id}, and all that were made with it, for good?`, yes);
      await context.call('DELETE /operations/tokens/{id}', { params: { id: wholeNumber(id) } });
      context.done(`Token ${id} revoked, and all that were made with it.`);
    });
}
