import { expect, it } from 'vitest';
import { createProgress } from './progress.ts';

/** What was written to a terminal, or to a file, and what is visible there afterwards. */
function screen(isTTY: boolean) {
  let written = '';
  const out = {
    isTTY,
    write: (text: string) => {
      written += text;
      return true;
    },
  };
  const lines = () =>
    written
      .split('\n')
      .map((line) => line.split('\r\x1b[K').at(-1) ?? '')
      .join('\n');
  return { progress: createProgress(() => 1.25, out), lines };
}

it('on a terminal one line is updated with everything in progress; messages stay above it', async () => {
  const { progress, lines } = screen(true);
  let end: () => void = () => undefined;
  const build = progress.during('Construindo', new Promise<void>((done) => (end = done)));
  const open = progress.during('Abrindo', Promise.resolve(7));
  expect(lines()).toBe('[  1.3 s] Construindo · Abrindo');
  expect(await open).toBe(7);
  progress.say('Pronto');
  expect(lines()).toBe('[  1.3 s] Pronto\n[  1.3 s] Construindo');
  end();
  await build;
  progress.show('dia 1');
  expect(lines()).toBe('[  1.3 s] Pronto\n[  1.3 s] dia 1');
  progress.show(undefined);
  expect(lines()).toBe('[  1.3 s] Pronto\n');
});

it('elsewhere each starts a line, and nothing is updated', async () => {
  const { progress, lines } = screen(false);
  await expect(progress.during('Abrindo', Promise.reject(new Error('closed')))).rejects.toThrow('closed');
  progress.show('dia 1');
  progress.say('Fim');
  expect(lines()).toBe('[  1.3 s] Abrindo…\n[  1.3 s] Fim\n');
});
