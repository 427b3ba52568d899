import type { Command } from 'commander';
import { type Client, createClient } from './client.ts';
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
  /** Speaks to the service; `doing` is what people read while a long answer is waited for. */
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

export function createContext(
  program: Command,
  env: NodeJS.ProcessEnv,
  output: Output,
  refuse: () => void,
): Context {
  const settings = () => program.opts<Settings>();
  const json = (answer: unknown) => output.out(visibleJson(answer));
  const tenant = () => settings().tenant ?? env.ORBITA_TENANT;
  return {
    program,
    env,
    output,
    tenant,
    refuse,
    json,
    client(doing) {
      const { url, token, operator, once } = settings();
      const held = token ?? env.ORBITA_OPERATIONS_TOKEN;
      if (!held) throw new Misused('Give --token or ORBITA_OPERATIONS_TOKEN');
      const address = url ?? env.ORBITA_URL ?? 'http://localhost:8080';
      if (!URL.canParse(address)) throw new Misused(`${address} is no address`);
      return createClient({
        url: address,
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
