import type { Command } from 'commander';
import { type Client, createClient } from './client.ts';
import { type Login, readLogin } from './login-file.ts';
import { record, table } from './print.ts';
import type { Output } from './terminal.ts';
import { visibleJson } from './visible.ts';

/** What was asked for cannot be understood: exit code 2. */
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
  /** Calls the service; `doing` is what people read while a long answer is waited for. */
  client(doing?: string): Client;
  /** The tenant named by option or environment. */
  tenant(): string | undefined;
  /** Shows rows as a table, or as JSON when asked to. */
  rows(answer: unknown, rows: readonly Record<string, unknown>[], columns: readonly string[]): void;
  /** Shows lines as they are, or the answer as JSON when asked to. */
  lines(answer: unknown, lines: readonly string[]): void;
  /** Shows one thing. */
  thing(answer: object): void;
  /** Shows what is JSON for its reader, with --json or without. */
  json(answer: unknown): void;
  /** Says what happened; silent with --json when there is no answer. */
  done(text: string, answer?: unknown): void;
  /** Asks before what cannot be undone; without a terminal only `--yes` does (exit 2). */
  confirm(question: string, yes: boolean | undefined): Promise<void>;
  /** Marks the run as refused without stopping it. */
  refuse(): void;
  output: Output;
};

const HERE = 'http://localhost:8080';

/** Does what throws an error for people; they made it: exit code 2. */
export const usable = <T>(work: () => T): T => {
  try {
    return work();
  } catch (error) {
    throw new Misused((error as Error).message);
  }
};

const originOf = (address: string): string => {
  if (!URL.canParse(address)) throw new Misused(`${address} is no address`);
  return new URL(address).origin;
};

/** The address of option, environment, or development. */
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
  /** What `login` kept, unless another address is meant: its token and tenant are nobody's elsewhere. */
  const kept = (): Login | undefined => {
    const login = usable(() => readLogin(env));
    const asked = settings().url ?? env.ORBITA_URL;
    return login && (asked === undefined || originOf(asked) === originOf(login.url)) ? login : undefined;
  };
  const tenant = () => settings().tenant ?? env.ORBITA_TENANT ?? kept()?.tenant;
  return {
    program,
    env,
    output,
    tenant,
    refuse,
    json,
    client(doing) {
      const { url, token, operator, once } = settings();
      const given = token ?? env.ORBITA_OPERATIONS_TOKEN;
      const login = given ? undefined : kept();
      const held = given ?? login?.token;
      if (!held) throw new Misused('Run orbita login, or give --token or ORBITA_OPERATIONS_TOKEN');
      return createClient({
        url: url ?? env.ORBITA_URL ?? login?.url ?? addressGiven({ program, env }),
        tenant: tenant(),
        token: held,
        operator: operator ?? env.ORBITA_OPERATOR,
        once,
        progress: output.progress,
        doing,
      });
    },
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
    thing(answer) {
      if (settings().json) json(answer);
      else output.out(record(answer));
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

/** Writes files; where that is not possible the command line was wrong. */
export const writing = (path: string, work: () => void): void => {
  try {
    work();
  } catch (error) {
    throw new Misused(`${path} cannot be written: ${(error as Error).message}`);
  }
};

/** A whole number of an argument. */
export const wholeNumber = (text: string): number => {
  if (!/^\d+$/.test(text)) throw new Misused(`${text} is no whole number`);
  return Number(text);
};

/** A number of an option. */
export const number = (text: string): number => {
  if (!/^-?\d+(\.\d+)?$/.test(text)) throw new Misused(`${text} is no number`);
  return Number(text);
};

/** A list separated by commas. */
export const list = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
