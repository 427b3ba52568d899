import { main } from '../cli/main.ts';

/**
 * Runs lines of `orbita` against the tenant alfa of a service, as somebody at a shell would; answers what was written
 * and the exit code. `url` is asked at each line, for the service starts after the tests are declared.
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
