import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const DOCKERFILE = join(import.meta.dirname, '../Dockerfile');

/** Runtime settings that the production image gives every process, so that the bench measures with them. */
export function runtimeEnvironment(): Record<string, string> {
  const line = /^ENV (NODE_OPTIONS=.*)$/m.exec(readFileSync(DOCKERFILE, 'utf8'))?.[1];
  if (!line) throw new Error('The Dockerfile sets no NODE_OPTIONS');
  return Object.fromEntries(
    Array.from(line.matchAll(/(\w+)=(?:"([^"]*)"|(\S+))/g), ([, name = '', quoted, plain = '']) => [
      name,
      quoted ?? plain,
    ]),
  );
}
