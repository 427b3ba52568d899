import { ESSAY_LIMITS } from '@orbita/domain/essay';
import { describe, expect, it } from 'vitest';
import { type Draft, essayRules } from '../essay/draft.ts';
import { type Autosave, isUnsent, retryPause, saveWord } from './autosave.ts';
import { Autosaver, type SaveOutcome } from './autosaver.ts';

const text = (essay: string): Draft => ({ title: 'Título', essay });

/** A server that answers when the test says so, and a clock that advances when the test lets it. */
function scene({ unsent = false, seconds = 30 } = {}) {
  let now = 0;
  let timers: { at: number; act: () => void }[] = [];
  const sent: { draft: Draft; revision: number; answer: (outcome: SaveOutcome) => void }[] = [];
  let server: () => Promise<{ draft: Draft; revision: number }> = () => Promise.reject(new Error('offline'));
  const states: Autosave<Draft>[] = [];
  const saver = new Autosaver(
    { draft: text(''), revision: 0, unsent, online: true },
    essayRules(ESSAY_LIMITS, seconds),
    {
      save: (draft, revision) =>
        new Promise((answer) => {
          sent.push({ draft, revision, answer });
        }),
      read: () => server(),
      now: () => now,
      later: (act, ms) => {
        const timer = { at: now + ms, act };
        timers.push(timer);
        return () => {
          timers = timers.filter((other) => other !== timer);
        };
      },
      jitter: () => 0.5,
      onChange: (state) => states.push(state),
    },
  );
  const rest = async () => {
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  };
  const pass = async (ms: number) => {
    const end = now + ms;
    for (;;) {
      const next = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      now = next.at;
      timers = timers.filter((timer) => timer !== next);
      next.act();
      await rest();
    }
    now = end;
    await rest();
  };
  const answer = async (outcome: SaveOutcome) => {
    sent.at(-1)?.answer(outcome);
    await rest();
  };
  const saved = (revision: number): SaveOutcome => ({ type: 'saved', revision, savedAt: `r${revision}` });
  return {
    saver,
    sent,
    pass,
    answer,
    saved,
    rest,
    serverHas: (essay: string, revision: number) => {
      server = () => Promise.resolve({ draft: text(essay), revision });
    },
    asksServer: (read: typeof server) => {
      server = read;
    },
    word: () => saveWord(saver.state),
  };
}

describe('autosave', () => {
  it('saves three seconds after the last keystroke', async () => {
    const { saver, sent, pass, answer, saved, word } = scene();
    saver.typed(text('a'));
    await pass(2_000);
    saver.typed(text('ab'));
    await pass(2_999);
    expect(sent).toHaveLength(0);
    await pass(1);
    expect(sent.map(({ draft, revision }) => [draft.essay, revision])).toEqual([['ab', 0]]);
    expect(word()).toBe('saving');
    await answer(saved(1));
    expect(word()).toBe('saved');
    expect(isUnsent(saver.state)).toBe(false);
  });

  it('saves within thirty seconds during continuous typing', async () => {
    const { saver, sent, pass } = scene();
    for (let second = 0; second <= 30; second++) {
      saver.typed(text(`${'x'.repeat(second)}.`));
      await pass(1_000);
    }
    expect(sent).toHaveLength(1);
  });

  it('saves as often as the offer says (`EssayAutosaveSeconds`)', async () => {
    const { saver, sent, pass } = scene({ seconds: 10 });
    for (let second = 0; second <= 10; second++) {
      saver.typed(text(`${'x'.repeat(second)}.`));
      await pass(1_000);
    }
    expect(sent).toHaveLength(1);
  });

  it('sends a newer text after a slow save, with its revision, and loses neither', async () => {
    const { saver, sent, pass, answer, saved } = scene();
    saver.typed(text('first'));
    await pass(3_000);
    saver.typed(text('second'));
    await pass(20_000);
    expect(sent).toHaveLength(1);
    await answer(saved(1));
    expect(isUnsent(saver.state)).toBe(true);
    await pass(3_000);
    expect(sent.map(({ draft, revision }) => [draft.essay, revision])).toEqual([
      ['first', 0],
      ['second', 1],
    ]);
    await answer(saved(2));
    expect(isUnsent(saver.state)).toBe(false);
  });

  it('retries with growing pauses and reports the failure', async () => {
    const { saver, sent, pass, answer, saved, word } = scene();
    saver.typed(text('a'));
    await pass(3_000);
    await answer({ type: 'failed' });
    expect(word()).toBe('error');
    await pass(1_999);
    expect(sent).toHaveLength(1);
    await pass(1);
    await answer({ type: 'failed' });
    await pass(3_999);
    expect(sent).toHaveLength(2);
    await pass(1);
    await answer(saved(1));
    expect(word()).toBe('saved');
  });

  it.each([
    [1, 0, 1_500],
    [1, 0.5, 2_000],
    [3, 0.5, 8_000],
    [12, 0.5, 30_000],
  ])('pauses after failure %i with jitter %d for %i ms', (failures, jitter, pause) => {
    expect(retryPause(failures, jitter)).toBe(pause);
  });

  it('reports that it is offline and saves at once when back', async () => {
    const { saver, sent, pass, answer, word } = scene();
    saver.send({ type: 'network', online: false });
    saver.typed(text('a'));
    await pass(3_000);
    await answer({ type: 'lost' });
    expect(word()).toBe('offline');
    saver.send({ type: 'network', online: true });
    expect(sent).toHaveLength(2);
  });

  it('recognises its own save whose answer was lost', async () => {
    const { saver, sent, pass, answer, saved, rest, serverHas } = scene();
    saver.typed(text('a'));
    await pass(3_000);
    serverHas('a', 1);
    await answer({ type: 'lost' });
    saver.typed(text('ab'));
    await pass(3_000);
    await answer({ type: 'stale' });
    await rest();
    expect(saver.state.phase).toBe('writing');
    expect(sent.at(-1)).toMatchObject({ draft: text('ab'), revision: 1 });
    await answer(saved(2));
    expect(isUnsent(saver.state)).toBe(false);
  });

  it('asks the server once about a doubtful save, and immediately sends what was typed meanwhile', async () => {
    const { saver, sent, pass, answer, rest, asksServer } = scene();
    let reads = 0;
    let answerNow: (server: { draft: Draft; revision: number }) => void = () => undefined;
    saver.typed(text('a'));
    await pass(3_000);
    await answer({ type: 'lost' });
    asksServer(() => {
      reads += 1;
      return new Promise((settle) => {
        answerNow = settle;
      });
    });
    await pass(2_000);
    await answer({ type: 'stale' });
    saver.typed(text('ab'));
    saver.typed(text('abc'));
    expect(reads).toBe(1);
    answerNow({ draft: text('a'), revision: 1 });
    await rest();
    expect(sent.at(-1)).toMatchObject({ draft: text('abc'), revision: 1 });
  });

  it('calls its listeners on every change until they unsubscribe', () => {
    const { saver } = scene();
    const seen: string[] = [];
    const leave = saver.subscribe(() => seen.push(saver.state.draft.essay));
    saver.typed(text('a'));
    saver.typed(text('ab'));
    leave();
    saver.typed(text('abc'));
    expect(seen).toEqual(['a', 'ab']);
  });

  it('becomes stale when another window wrote, and accepts no more text', async () => {
    const { saver, sent, pass, answer, rest, serverHas } = scene();
    saver.typed(text('a'));
    await pass(3_000);
    serverHas('written elsewhere', 1);
    await answer({ type: 'lost' });
    await pass(2_000);
    await answer({ type: 'stale' });
    await rest();
    expect(saver.state.phase).toBe('stale');
    saver.typed(text('more'));
    await pass(60_000);
    expect(saver.state.draft.essay).toBe('a');
    expect(sent).toHaveLength(2);
  });

  it('continues with whichever of two texts was chosen', async () => {
    const { saver, sent, pass, answer, saved } = scene();
    saver.typed(text('mine'));
    await pass(3_000);
    await answer({ type: 'stale' });
    saver.reopen({ draft: text('theirs'), revision: 4, unsent: false, online: true });
    await pass(60_000);
    expect([saver.state.phase, saver.state.draft.essay, sent.length]).toEqual(['writing', 'theirs', 1]);
    saver.reopen({ draft: text('mine'), revision: 4, unsent: true, online: true });
    expect(sent.at(-1)).toMatchObject({ draft: text('mine'), revision: 4 });
    await answer(saved(5));
    expect(isUnsent(saver.state)).toBe(false);
  });

  it('waits for the running save before finishing and sends nothing more', async () => {
    const { saver, sent, pass, answer, saved } = scene();
    saver.typed(text('a'));
    await pass(3_000);
    let free = false;
    const held = saver.hold().then(() => {
      free = true;
    });
    await pass(0);
    expect(free).toBe(false);
    await answer(saved(1));
    await held;
    saver.typed(text('ab'));
    await pass(60_000);
    expect(sent).toHaveLength(1);
    saver.release();
    expect(sent).toHaveLength(2);
  });

  it('does not send what the server would refuse as too long', async () => {
    const { saver, sent, pass, word } = scene();
    saver.typed(text('x'.repeat(5_001)));
    await pass(60_000);
    expect(sent).toHaveLength(0);
    expect(word()).toBe('refused');
    saver.typed(text('x'.repeat(5_000)));
    await pass(3_000);
    expect(sent).toHaveLength(1);
  });

  it('sends an unsent copy as soon as it starts, and the last text when the page is left', async () => {
    const { saver, sent, answer, saved } = scene({ unsent: true });
    saver.start();
    expect(sent).toHaveLength(1);
    saver.typed(text('last words'));
    const closed = saver.close();
    await answer(saved(1));
    expect(sent.at(-1)?.draft.essay).toBe('last words');
    await answer(saved(2));
    await closed;
    expect(isUnsent(saver.state)).toBe(false);
  });

  it('ends when the server accepts no more', async () => {
    const { saver, sent, pass, answer } = scene();
    saver.typed(text('a'));
    await pass(3_000);
    await answer({ type: 'ended' });
    expect(saver.state.phase).toBe('over');
    await pass(60_000);
    expect(sent).toHaveLength(1);
  });
});
