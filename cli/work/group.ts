import { type Context, list, Misused, wholeNumber } from '../context.ts';

type Changing = { name?: string; add?: number[]; remove?: number[] };

const numbers = (text: string): number[] => list(text).map(wholeNumber);

/** `group`: groups of the team that items are assigned to together (spec 25.4.5). */
export function groupCommands(context: Context): void {
  const group = context.program
    .command('group')
    .description('Groups of the team, to whom items are given together');
  group
    .command('list')
    .description('Groups with their people and how many items are theirs')
    .option('--institution <code>', 'only of this institution')
    .action(async (query: { institution?: string }) => {
      const answer = await context.call('GET /operations/groups', { query });
      const rows = answer.data.map(({ members, ...one }) => ({
        ...one,
        members: members.map(({ staffId }) => staffId).join(','),
      }));
      context.rows(answer, rows, ['id', 'institutionCode', 'name', 'members', 'assigned', 'createdBy']);
    });
  group
    .command('create <institution> <name>')
    .description('Make a group')
    .option('--members <staffIds>', 'people of it, by their numbers', numbers)
    .action(async (institution: string, name: string, { members = [] }: { members?: number[] }) => {
      const body = { institution, name, staffIds: members };
      await context.show('POST /operations/groups', { body });
    });
  group
    .command('change <id>')
    .description('Give a group another name, take people into it or out of it')
    .option('--name <name>', 'what it is called')
    .option('--add <staffIds>', 'people who come into it', numbers)
    .option('--remove <staffIds>', 'people who leave it', numbers)
    .action(async (given: string, { name, add = [], remove = [] }: Changing) => {
      const id = wholeNumber(given);
      if (name === undefined && add.length + remove.length === 0)
        throw new Misused('Say --name, --add or --remove');
      const client = context.client();
      const { data } = await client.call('GET /operations/groups', {});
      const before = data.find((one) => one.id === id);
      if (!before) throw new Misused(`No group ${id}`);
      const stay = before.members.map(({ staffId }) => staffId).filter((one) => !remove.includes(one));
      const body = {
        ...{ name: name ?? before.name, version: before.version },
        staffIds: [...new Set([...stay, ...add])],
      };
      context.thing(await client.call('PUT /operations/groups/{id}', { params: { id }, body }));
    });
  group
    .command('end <id>')
    .description('End a group: what it has is nobody’s again')
    .option('--yes', 'do not ask')
    .action(async (given: string, { yes }: { yes?: boolean }) => {
      const id = wholeNumber(given);
      await context.confirm(`End group ${id}? What it has is nobody’s again.`, yes);
      await context.call('DELETE /operations/groups/{id}', { params: { id } });
      context.done(`Group ${id} ended`);
    });
}
