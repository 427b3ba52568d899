import type { WriteStream } from 'node:tty';

type Out = Pick<WriteStream, 'write'> & { isTTY?: boolean };

export type Progress = {
  /** Prints a permanent line. */
  say(text: string): void;
  /** Sets the moving line on a terminal; does nothing elsewhere. Undefined removes it. */
  show(text: string | undefined): void;
  /** Names some work while it runs: several share the moving line; without a terminal each is a line when it begins. */
  during<T>(text: string, work: Promise<T>): Promise<T>;
};

/** Reports on `out` what is happening; `elapsed` returns the seconds since the beginning. */
export function createProgress(elapsed: () => number, out: Out = process.stdout): Progress {
  const going = new Set<string>();
  let shown: string | undefined;
  let timer: NodeJS.Timeout | undefined;
  const stamp = () => `[${elapsed().toFixed(1).padStart(5)} s]`;
  const line = () => [...going, ...(shown ? [shown] : [])].join(' · ');
  const draw = () => {
    if (!out.isTTY) return;
    const text = line();
    out.write(`\r\x1b[K${text ? `${stamp()} ${text}` : ''}`);
    if (text) timer ??= setInterval(draw, 500).unref();
    else {
      clearInterval(timer);
      timer = undefined;
    }
  };
  const say = (text: string) => {
    out.write(`${out.isTTY ? '\r\x1b[K' : ''}${stamp()} ${text}\n`);
    draw();
  };
  return {
    say,
    show(text) {
      shown = text;
      draw();
    },
    async during(text, work) {
      if (!out.isTTY) say(`${text}…`);
      going.add(text);
      draw();
      try {
        return await work;
      } finally {
        going.delete(text);
        draw();
      }
    },
  };
}
