import type { FastifyInstance } from 'fastify';
import { GROUP_MODES, isGroupMode, type StaffAccount } from '../staff-idp/accounts.ts';
import type { World } from '../world.ts';
import { Refused } from './refused.ts';

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

/** The institution's own sign-in: its accounts, their groups, and logout tokens it issues. */
export function staffIdpControls(app: FastifyInstance, world: World): void {
  const found = (params: unknown): StaffAccount => {
    const account = world.staffAccounts.get((params as { sub: string }).sub);
    if (!account) throw new Refused(404, 'Conta não encontrada.');
    return account;
  };
  app.get('/staff-idp/accounts', async () => world.staffAccounts.all());
  app.put('/staff-idp/accounts/:sub', async (request, reply) => {
    const { sub } = request.params as { sub: string };
    const given = (request.body ?? {}) as Record<string, unknown>;
    const {
      name = sub,
      email = `${sub}@equipe.test`,
      emailVerified = true,
      groups = [],
      mode = 'listed',
      secondStep = true,
    } = given;
    if (typeof name !== 'string' || typeof email !== 'string')
      throw new Refused(422, 'name e email são textos.');
    if (!isTexts(groups)) throw new Refused(422, 'groups é uma lista de nomes.');
    if (!isGroupMode(mode)) throw new Refused(422, `mode deve ser um de ${GROUP_MODES.join(', ')}.`);
    const { sessions = [] } = world.staffAccounts.get(sub) ?? {};
    world.staffAccounts.put({
      sub,
      name,
      email,
      emailVerified: emailVerified === true,
      groups,
      mode,
      secondStep: secondStep === true,
      sessions,
    });
    return reply.code(204).send();
  });
  app.delete('/staff-idp/accounts/:sub', async (request, reply) => {
    world.staffAccounts.remove(found(request.params).sub);
    return reply.code(204).send();
  });
  app.post('/staff-idp/accounts/:sub/logout-token', async (request) => {
    const { sid } = (request.body ?? {}) as { sid?: unknown };
    const { logoutToken } = await import('../staff-idp/provider.ts');
    const { sub } = found(request.params);
    const provider = await world.staffIdp.provider();
    return { token: await logoutToken(provider, sub, typeof sid === 'string' ? sid : undefined) };
  });
}
