import { createInterface, type Interface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text as readAll } from 'node:stream/consumers';
import { visible } from './visible.ts';

/** Where a command writes; tests collect it. */
export type Output = {
  out(text: string): void;
  err(text: string): void;
  /** Overwrites the progress line; undefined removes it. Only if somebody is watching. */
  progress?: ((text: string | undefined) => void) | undefined;
  /** Asks a question and returns the typed answer. Only if somebody can type. */
  ask?: ((question: string) => Promise<string>) | undefined;
  /** Asks for a secret without echoing it; without a terminal it is the whole input. */
  secret?: ((question: string) => Promise<string>) | undefined;
};

/** What is typed; nothing if the person leaves the question with Ctrl+C or Ctrl+D. */
export const typedAt = (lines: Pick<Interface, 'question'>, text: string): Promise<string> =>
  lines.question(text).catch(() => '');

const question = async (text: string): Promise<string> => {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await typedAt(lines, text);
  } finally {
    lines.close();
  }
};

async function secret(text: string): Promise<string> {
  if (!process.stdin.isTTY) return readAll(process.stdin);
  process.stderr.write(text);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true });
  try {
    return await typedAt(lines, '');
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}

/** The terminal itself: the only place of the command line that writes to it. */
export const terminal: Output = {
  out: (text) => void process.stdout.write(`${text}\n`),
  err: (text) => void process.stderr.write(`${text}\n`),
  // A line that is overwritten again and again is for people, not for files.
  ...(process.stderr.isTTY
    ? { progress: (text) => void process.stderr.write(`\r\u001b[K${text ?? ''}`) }
    : {}),
  ...(process.stdin.isTTY ? { ask: question } : {}),
  secret,
};

/** The same output, restricted to visible characters: names, essays and reasons come from candidates. */
export const guarded = ({ out, err, progress, ask, secret }: Output): Output => ({
  out: (text) => out(visible(text)),
  err: (text) => err(visible(text)),
  ...(progress ? { progress: (text) => progress(text && visible(text)) } : {}),
  ...(ask ? { ask: (text) => ask(visible(text)) } : {}),
  ...(secret ? { secret: (text) => secret(visible(text)) } : {}),
});

/** A reader of only the beginning (`| head`) has closed the pipe: that is not an error. */
export const endWithReader = (): void => {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
      process.exit(0);
    });
};
