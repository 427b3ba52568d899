import { type Grant, ROLE_NAMES, type RoleName } from '@orbita/protocol/staff';
import { type Context, list, Misused, wholeNumber } from '../context.ts';
import { known, type ListOptions, listingOfTenant, oneOf, queryOf } from '../listing.ts';

type GrantOptions = { role: RoleName[]; institutions?: string[] };

type InviteOptions = GrantOptions & { name: string; email: string; method?: string };

const rolesOf = (text: string): RoleName[] => list(text).map((name) => known(ROLE_NAMES, name, 'role'));

/** An empty list in quotes is a mistake, and would mean a role in all institutions. */
const codesOf = (text: string): string[] => {
  const codes = list(text);
  if (codes.length === 0) throw new Misused('Give codes of institutions, or leave --institutions out');
  return codes;
};

const grantsOf = ({ role, institutions }: GrantOptions): Grant[] =>
  role.map((name) => ({ role: name, institutions: institutions ?? null }));

const COLUMNS = ['staffId', 'name', 'email', 'state', 'grants', 'lastSeenAt'];

/** `staff`: the institution's team (spec 25.20). */
export function staffCommands(context: Context): void {
  const staff = context.program.command('staff').description('People of the institution’s team');
  const roles = `separated by commas: ${ROLE_NAMES.join(', ')}`;
  staff
    .command('invite')
    .description('Invite somebody; the address is shown this once and works for 72 hours')
    .requiredOption('--name <name>', 'name of the person')
    .requiredOption('--email <email>', 'her e-mail, which she proves by a code')
    .requiredOption('--role <roles>', roles, rolesOf)
    .option('--institutions <codes>', 'only in these institutions', codesOf)
    .option(
      '--method <method>',
      'passkey: the one way to accept it; also the way back in for somebody of the team',
    )
    .action(async ({ name, email, method, ...given }: InviteOptions) => {
      const way = oneOf(['passkey'] as const, method);
      const body = { name, email, grants: grantsOf(given), ...(way ? { method: way } : {}) };
      await context.show('POST /operations/staff/invites', { body });
    });
  listingOfTenant(staff, 'List people of the team; --state takes invited, active or disabled')
    .option('--role <role>', 'only who holds this role')
    .option('--q <text>', 'only whose name or e-mail has it')
    .action(async ({ state, role, ...given }: ListOptions & { role?: string; q?: string }) => {
      const query = {
        ...queryOf(given),
        state: oneOf(['invited', 'active', 'disabled'] as const, state),
        role: role === undefined ? undefined : known(ROLE_NAMES, role, 'role'),
      };
      const page = await context.call('GET /operations/staff', { query });
      context.rows(page, page.data, COLUMNS);
    });
  staff
    .command('roles')
    .description(
      'List the roles that can be given, with what each does and the parts of scopes that it carries',
    )
    .action(async () => {
      const page = await context.call('GET /operations/roles', {});
      context.rows(page, page.data, ['role', 'label', 'description', 'parts']);
    });
  staff
    .command('show <id>')
    .description('Show one person of the team')
    .action((id: string) =>
      context.show('GET /operations/staff/{staffId}', { params: { staffId: wholeNumber(id) } }),
    );
  staff
    .command('grant <id>')
    .description('Say which roles a person holds, in place of those before')
    .requiredOption('--role <roles>', roles, rolesOf)
    .option('--institutions <codes>', 'only in these institutions', codesOf)
    .action(async (id: string, given: GrantOptions) => {
      const [params, body] = [{ staffId: wholeNumber(id) }, { grants: grantsOf(given) }];
      await context.show('PUT /operations/staff/{staffId}/grants', { params, body });
    });
  const setState = async (id: string, state: 'active' | 'disabled', reason: string) => {
    const [params, body] = [{ staffId: wholeNumber(id) }, { state, reason }];
    await context.show('POST /operations/staff/{staffId}/state', { params, body });
  };
  staff
    .command('disable <id>')
    .description('Let a person in no more, at once; her name stays in the audit')
    .requiredOption('--reason <text>', 'why')
    .action((id: string, { reason }: { reason: string }) => setState(id, 'disabled', reason));
  staff
    .command('enable <id>')
    .description('Let a disabled person in again')
    .requiredOption('--reason <text>', 'why')
    .action((id: string, { reason }: { reason: string }) => setState(id, 'active', reason));
  staff
    .command('passkeys')
    .description('Passkeys of the team')
    .command('reset <id>')
    .description('Take the passkeys of a person away; for 72 hours her usual way in lets her make a new one')
    .action((id: string) =>
      context.show('DELETE /operations/staff/{staffId}/passkeys', { params: { staffId: wholeNumber(id) } }),
    );
  staff
    .command('sessions')
    .description('Sessions of the team')
    .command('end <id>')
    .description('End every session of a person')
    .action(async (id: string) => {
      const params = { staffId: wholeNumber(id) };
      await context.call('DELETE /operations/staff/{staffId}/sessions', { params });
      context.done(`Sessions of ${id} ended.`);
    });
}
