import { type Harness, OPERATIONS_TOKEN } from '../api/testing/harness.ts';
import { main } from './main.ts';

/**
 * Runs lines of `orbita` in the tenant alfa of a harness, as somebody at a shell would; answers what was written and
 * the exit code. `harness` is asked at each line, for it starts after the tests are told.
 */
export const commandLine =
  (harness: () => Harness) =>
  async (...line: string[]) => {
    const said = { out: '', err: '' };
    const env = {
      ORBITA_URL: harness().url,
      ORBITA_TENANT: 'alfa',
      ORBITA_OPERATIONS_TOKEN: OPERATIONS_TOKEN,
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
