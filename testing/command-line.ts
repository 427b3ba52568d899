import { main } from '../cli/main.ts';

/**
 * Runs command lines of `orbita` against a service's tenant alfa, as from a shell; returns the output and the exit code. `url`
 * is evaluated for each line, because the service starts after the tests are declared.
 */
export const commandLine =
  (url: () => string, token: string) =>
  async (...line: string[]) => {
    const said = { out: '', err: '' };
    const env = {
      ORBITA_URL: url(),
      ORBITA_TENANT: 'alfa',
      ORBITA_OPERATIONS_TOKEN: token,
    };
    const exit = await main(line, env, {
      out: (text) => {
        said.out += `${text}\n`;
      },
      err: (text) => {
        said.err += `${text}\n`;
      },
    });
    return { exit, ...said };
  };
