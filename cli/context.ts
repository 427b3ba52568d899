import type { CallKey } from '@orbita/protocol';
import type { Command } from 'commander';
import { type Client, createClient, type Given } from './client.ts';
import { type Login, readLogin } from './login-file.ts';
import { record, table } from './print.ts';
import type { Output } from './terminal.ts';
import { visibleJson } from './visible.ts';

/** The command line cannot be understood: exit code 2. */
export class Misused extends Error {}

type Settings = {
  url?: string;
  tenant?: string;
  token?: string;
  operator?: string;
  once?: string;
  json?: boolean;
};

/** What every command works with. */
export type Context = {
  program: Command;
  env: NodeJS.ProcessEnv;
  /** Client of the service; `doing` is shown to people while a long answer is awaited. */
  client(doing?: string): Client;
  /** The same as `call` of a client. */
  call: Client['call'];
  /** Makes a call and prints its answer as one object. */
  show<K extends CallKey>(key: K, given?: Given<K>): Promise<void>;
  /** The tenant named by option or environment. */
  tenant(): string | undefined;
  /** Prints rows as a table, or as JSON if requested. */
  rows(answer: unknown, rows: readonly Record<string, unknown>[], columns: readonly string[]): void;
  /** Prints lines as they are, or the answer as JSON if requested. */
  lines(answer: unknown, lines: readonly string[]): void;
  /** Prints one object. */
  thing(answer: object): void;
  /** Prints something that is always JSON, with --json or without. */
  json(answer: unknown): void;
  /** Prints what happened; silent with --json if there is no answer. */
  done(text: string, answer?: unknown): void;
  /** Confirms an irreversible action; without a terminal `--yes` is required (exit 2). */
  confirm(question: string, yes: boolean | undefined): Promise<void>;
  /** Marks the run as refused without stopping it. */
  refuse(): void;
  output: Output;
};

const HERE = 'http://localhost:8080';

/** Runs `work`, turning an error meant for people into misuse: exit code 2. */
export const usable = <T>(work: () => T): T => {
  try {
    return work();
  } catch (error) {
    throw new Misused((error as Error).message);
  }
};

const originOf = (address: string): string => {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new Misused(`${address} is no address like https://portal.exemplo.edu.br`);
  return url.origin;
};

/** A value that a header can carry; in the message of an invalid one `fetch` would print it. */
const inHeader = <T extends string | undefined>(what: string, value: T): T => {
  if (value && !/^[\x21-\x7e]+$/.test(value))
    throw new Misused(`${what} has spaces, line breaks or letters that it cannot have`);
  return value;
};

/** The address from the option, the environment, or the development default. */
export function addressGiven({ program, env }: Pick<Context, 'program' | 'env'>): string {
  const address = program.opts<Settings>().url ?? env.ORBITA_URL ?? HERE;
  originOf(address);
  return address;
}

export function createContext(
  program: Command,
  env: NodeJS.ProcessEnv,
  output: Output,
  refuse: () => void,
): Context {
  const settings = () => program.opts<Settings>();
  const json = (answer: unknown) => output.out(visibleJson(answer));
  /** The login stored by `login`, unless another address is given: its token and tenant mean nothing elsewhere. */
  const kept = (): Login | undefined => {
    const login = usable(() => readLogin(env));
    const asked = settings().url ?? env.ORBITA_URL;
    return login && (asked === undefined || originOf(asked) === originOf(login.url)) ? login : undefined;
  };
  const tenant = () => settings().tenant ?? env.ORBITA_TENANT ?? kept()?.tenant;
  const client = (doing?: string) => {
    const { url, token, operator, once } = settings();
    const given = token ?? env.ORBITA_OPERATIONS_TOKEN;
    const login = given ? undefined : kept();
    const held = given ?? login?.token;
    if (!held) throw new Misused('Run orbita login, or give --token or ORBITA_OPERATIONS_TOKEN');
    const isElsewhere = (url ?? env.ORBITA_URL) !== undefined || !login;
    return createClient({
      url: isElsewhere ? addressGiven({ program, env }) : login.url,
      tenant: inHeader('The tenant', tenant()),
      token: inHeader('The token', held.trim()),
      operator: operator ?? env.ORBITA_OPERATOR,
      once: inHeader('The word of --once', once),
      progress: output.progress,
      doing,
    });
  };
  const thing = (answer: object) => {
    if (settings().json) json(answer);
    else output.out(record(answer));
  };
  return {
    program,
    env,
    output,
    tenant,
    refuse,
    json,
    client,
    thing,
    call: async (key, given) => client().call(key, given),
    show: async (key, given) => thing((await client().call(key, given)) as object),
    rows(answer, rows, columns) {
      if (settings().json) json(answer);
      else output.out(table(rows, columns));
      const { nextCursor: next, partial } = answer as { nextCursor?: string | null; partial?: true };
      if (next && !settings().json)
        output.err(
          partial ? `Not everything was looked at yet. To go on: --cursor ${next}` : `More: --cursor ${next}`,
        );
    },
    lines(answer, lines) {
      if (settings().json) json(answer);
      else output.out(lines.join('\n'));
    },
    async confirm(question, yes) {
      if (yes) return;
      if (!output.ask) throw new Misused(`${question} Give --yes to do it`);
      const answer = await output.ask(`${question} [y/N] `);
      if (!/^y(es)?$/i.test(answer.trim())) throw new Misused('Not done');
    },
    done(text, answer) {
      if (!settings().json) output.out(text);
      else if (answer !== undefined) json(answer);
    },
  };
}

/** Writes files; if that is not possible the command line was wrong. */
export const writing = (path: string, work: () => void): void => {
  try {
    work();
  } catch (error) {
    throw new Misused(`${path} cannot be written: ${(error as Error).message}`);
  }
};

/** Parses an argument as a whole number. */
export const wholeNumber = (text: string): number => {
  if (!/^\d+$/.test(text)) throw new Misused(`${text} is no whole number`);
  return Number(text);
};

/** Parses an option as a number. */
export const number = (text: string): number => {
  if (!/^-?\d+(\.\d+)?$/.test(text)) throw new Misused(`${text} is no number`);
  return Number(text);
};

/** Parses an option as an amount in BRL; three decimals are thousands that somebody wrote with a point. */
export const money = (text: string): number => {
  if (!/^\d+(\.\d{1,2})?$/.test(text)) throw new Misused(`${text} is no amount: write 1200.50`);
  return Number(text);
};

/** Parses a comma-separated list. */
export const list = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
