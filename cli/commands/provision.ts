import { scopes } from '@orbita/protocol/foundation';
import { type Context, list, Misused, wholeNumber } from '../context.ts';

const DAY_MS = 86_400_000;

const scopesOf = (text: string) =>
  list(text).map(
    (name) =>
      scopes.find((scope) => scope === name) ?? unknown(`Unknown scope ${name}; known: ${scopes.join(', ')}`),
  );
const unknown = (text: string): never => {
  throw new Misused(text);
};

/** `tenant` and `token` (spec 17.3). */
export function provisionCommands(context: Context): void {
  const tenant = context.program.command('tenant').description('Tenants of the installation');
  tenant
    .command('create <alias>')
    .description('Create a tenant with its hosts')
    .requiredOption('--name <name>', 'name of the tenant')
    .requiredOption('--hosts <hosts>', 'host names, separated by commas', list)
    .action(async (alias: string, { name, hosts }: { name: string; hosts: string[] }) => {
      context.thing(
        await context.client().call('POST /operations/tenants', { body: { alias, name, hosts } }),
      );
    });
  tenant
    .command('show <alias>')
    .description('Show a tenant')
    .action(async (alias: string) => {
      context.thing(await context.client().call('GET /operations/tenants/{alias}', { params: { alias } }));
    });

  const token = context.program.command('token').description('Service tokens');
  token
    .command('create <name>')
    .description('Create a service token of the tenant; it is shown this once')
    .requiredOption('--scopes <scopes>', `separated by commas: ${scopes.join(', ')}`, scopesOf)
    .option('--institutions <codes>', 'only these institutions', list)
    .option('--days <n>', 'days it lives', wholeNumber, 365)
    .option('--expires-at <instant>', 'instant with offset, instead of --days')
    .action(
      async (
        name: string,
        given: {
          scopes: (typeof scopes)[number][];
          institutions?: string[];
          days: number;
          expiresAt?: string;
        },
      ) => {
        const tenantAlias = context.tenant() ?? unknown('Give --tenant or ORBITA_TENANT');
        const expiresAt = given.expiresAt ?? new Date(Date.now() + given.days * DAY_MS).toISOString();
        const body = {
          name,
          tenant: tenantAlias,
          scopes: given.scopes,
          institutions: given.institutions ?? null,
          expiresAt,
        };
        context.thing(await context.client().call('POST /operations/tokens', { body }));
      },
    );
  token
    .command('revoke <id>')
    .description('End a service token at once')
    .action(async (id: string) => {
      await context.client().call('DELETE /operations/tokens/{id}', { params: { id: wholeNumber(id) } });
      context.done(`Token ${id} revoked.`);
    });
}
