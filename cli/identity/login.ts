import { createClient, Refused } from '../client.ts';
import { addressGiven, type Context, Misused, usable } from '../context.ts';
import { loginPath, removeLogin, writeLogin } from '../login-file.ts';

/**
 * `login`, `logout`: stores the token in a file readable only by its owner, so that it appears in no shell history and no
 * process list.
 */
export function loginCommands(context: Context): void {
  const { program, env, output } = context;
  program
    .command('login')
    .description(
      'Keep address, tenant and token for the next commands; the token is asked for or read from the input',
    )
    .action(async () => {
      const url = addressGiven(context);
      const token = ((await output.secret?.(`Token for ${url}: `)) ?? '').trim();
      if (!/^[\x21-\x7e]+$/.test(token)) throw new Misused('There is no token in the input');
      const tenant = program.opts<{ tenant?: string }>().tenant ?? env.ORBITA_TENANT;
      // Whatever the token permits, the service knows it or does not; an unknown one is not stored.
      await createClient({ url, tenant, token })
        .call('GET /operations/roles')
        .catch((error: Error) => {
          if (!(error instanceof Refused) || [0, 401].includes(error.status) || error.status >= 500)
            throw error;
        });
      const path = usable(() => writeLogin(env, { url, token, ...(tenant ? { tenant } : {}) }));
      context.done(`Kept in ${path}`, { url, tenant: tenant ?? null, file: path });
    });
  program
    .command('logout')
    .description('Forget what login kept; the token itself stays good until it is revoked')
    .action(() => {
      const removed = usable(() => removeLogin(env));
      context.done(removed ? 'Forgotten' : 'Nothing was kept', { removed, file: loginPath(env) ?? null });
    });
}
