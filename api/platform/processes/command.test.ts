import { describe, expect, it } from 'vitest';
import { Misconfigured } from '../config.ts';
import { readCommand } from './command.ts';

const POSTGRES = { cores: 8, databaseUrl: 'postgres://db.test/orbita' };
const EMBEDDED = { cores: 8, databaseUrl: undefined };
const words = (line: string) => line.split(' ').filter(Boolean);

describe('the options of a start', () => {
  it.each([
    ['', EMBEDDED, 'all', 1],
    ['--role api', EMBEDDED, 'api', 1],
    ['--role worker', POSTGRES, 'worker', 1],
    ['--role api --processes 1', EMBEDDED, 'api', 1],
    ['--role all --processes 1', EMBEDDED, 'all', 1],
    ['--role api --processes 2', POSTGRES, 'api', 2],
    ['--processes=3 --role=api', POSTGRES, 'api', 3],
    ['--role api --processes 64', POSTGRES, 'api', 64],
    ['--role api --processes auto', POSTGRES, 'api', 8],
    ['--role api --processes auto', { ...POSTGRES, cores: 1 }, 'api', 1],
    ['--role api --processes auto', { ...POSTGRES, cores: 256 }, 'api', 64],
  ])('%s', (line, machine, role, processes) => {
    expect(readCommand(words(line), machine)).toEqual({ role, processes });
  });

  it.each([
    ['--role everything', POSTGRES, '--role everything is none of api, worker, all'],
    ['--role api --processes 0', POSTGRES, '--processes 0 is neither auto nor a number from 1 to 64'],
    ['--role api --processes 65', POSTGRES, '--processes 65 is neither'],
    ['--role api --processes -2', POSTGRES, '--processes'],
    ['--role api --processes=-2', POSTGRES, '--processes -2 is neither'],
    ['--role api --processes 1.5', POSTGRES, '--processes 1.5 is neither'],
    ['--role api --processes 1e1', POSTGRES, '--processes 1e1 is neither'],
    ['--role api --processes many', POSTGRES, '--processes many is neither'],
    ['--role api --processes', POSTGRES, '--processes'],
    ['--role worker --processes 2', POSTGRES, 'of --role worker start another node instead'],
    ['--role all --processes 2', POSTGRES, 'of --role all start another node instead'],
    ['--role worker --processes auto', { ...POSTGRES, cores: 1 }, '--processes is for --role api'],
    ['--role api --processes 2', EMBEDDED, '--processes 2 needs DATABASE_URL'],
    ['--role api --processes auto', { ...EMBEDDED, cores: 1 }, '--processes auto needs DATABASE_URL'],
    ['--cores 2', POSTGRES, '--cores'],
  ])('%s is refused', (line, machine, message) => {
    expect(() => readCommand(words(line), machine)).toThrow(Misconfigured);
    expect(() => readCommand(words(line), machine)).toThrow(message);
  });

  it('names all errors at once', () => {
    expect(() => readCommand(words('--role worker --processes 99'), EMBEDDED)).toThrow(
      /99 is neither.*of --role worker.*needs DATABASE_URL/s,
    );
  });
});
