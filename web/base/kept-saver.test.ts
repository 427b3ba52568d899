import { ApiError, NetworkError } from '@orbita/client/errors.ts';
import { ESSAY_LIMITS } from '@orbita/domain/essay';
import { uiTexts } from '@orbita/ui/texts.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Draft, essayRules } from '../essay/draft.ts';
import type { SaveOutcome } from './autosaver.ts';
import { failureOf, type KeptText, keptSaver, runTexts, untilSaved } from './kept-saver.ts';
import type { CopyKey } from './tab-copy.ts';

vi.mock('./settings.ts', () => ({
  BASE: '/orbita/candidate',
  settings: { tenant: { alias: 'alfa', id: 'public-id' } },
}));
vi.mock('@orbita/client/server-clock.ts', () => ({ setServerTime: () => undefined, serverNow: () => 0 }));

const text = (essay: string): Draft => ({ title: 'Título', essay });
const isDraft = (value: unknown): value is Draft =>
  typeof value === 'object' && value !== null && 'essay' in value;
const KEY: CopyKey = 'essay:7';
const UNTIL = '2026-01-12T14:00:00-03:00';

/** The browser around a page, as far as a text needs it. */
function browser() {
  const kept = new Map<string, string>();
  const page = new EventTarget();
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  const device = { onLine: true };
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
  vi.stubGlobal('document', document);
  vi.stubGlobal('navigator', device);
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  return {
    kept: (key: string = KEY) => JSON.parse(kept.get(key) ?? 'null'),
    keep: (key: string, value: unknown) => kept.set(key, JSON.stringify(value)),
    network(onLine: boolean) {
      device.onLine = onLine;
      page.dispatchEvent(new Event(onLine ? 'online' : 'offline'));
    },
    hide(hidden: boolean) {
      document.visibilityState = hidden ? 'hidden' : 'visible';
      document.dispatchEvent(new Event('visibilitychange'));
    },
    leave: () => page.dispatchEvent(new Event('pagehide')),
    /** Whether the browser would ask before closing the page. */
    asks: () => !page.dispatchEvent(new Event('beforeunload', { cancelable: true })),
  };
}

type Sent = { draft: Draft; revision: number; answer: (outcome: SaveOutcome) => void };

/** A text that the server has at revision 3, and what is sent of it. */
function opened(more: Partial<KeptText<Draft>> = {}) {
  const sent: Sent[] = [];
  const kept = keptSaver<Draft>({
    key: KEY,
    rules: essayRules(ESSAY_LIMITS, 30),
    isDraft,
    server: { draft: text('do servidor'), revision: 3 },
    save: (draft, revision) => new Promise((answer) => void sent.push({ draft, revision, answer })),
    read: () => Promise.reject(new NetworkError(uiTexts)),
    ...more,
  });
  const type = (essay: string) =>
    kept.saver.send({ type: 'typed', draft: text(essay), at: performance.now() });
  return { kept, sent, type };
}

const rest = () => vi.advanceTimersByTimeAsync(0);
let page: ReturnType<typeof browser>;

beforeEach(() => {
  vi.useFakeTimers();
  page = browser();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('opening a text', () => {
  it("starts with the server's text", () => {
    expect(opened().kept.saver.state).toMatchObject({ draft: text('do servidor'), revision: 3 });
  });

  it('starts with the newer text of this tab, which is sent at once', async () => {
    page.keep(KEY, { draft: text('da aba'), revision: 3, sent: [] });
    const { kept, sent } = opened();
    const end = runTexts([kept]);
    await rest();
    expect(sent).toMatchObject([{ draft: text('da aba'), revision: 3 }]);
    end();
  });

  it("keeps this tab's text that another window overtook", () => {
    page.keep(KEY, { draft: text('da aba'), revision: 2, sent: [] });
    const { kept } = opened();
    expect(kept.saver.state.draft).toEqual(text('do servidor'));
    expect(kept.other).toEqual(text('da aba'));
  });

  it('starts with that text where both are to be compared, at an outdated revision', () => {
    page.keep(KEY, { draft: text('da aba'), revision: 2, sent: [] });
    const { saver } = opened({ contest: true }).kept;
    expect(saver.state).toMatchObject({ draft: text('da aba'), revision: 2, hurry: true });
  });

  it('has no conflict without a text of this tab', () => {
    expect(opened({ contest: true }).kept.saver.state).toMatchObject({
      draft: text('do servidor'),
      revision: 3,
    });
  });
});

describe('a copy in the tab', () => {
  it('is not written on every keystroke while saves succeed', async () => {
    const { kept, type } = opened();
    const end = runTexts([kept]);
    type('uma');
    await rest();
    expect(page.kept()).toBeNull();
    end();
  });

  it('is written on every keystroke while offline', async () => {
    const { kept, type } = opened();
    const end = runTexts([kept]);
    page.network(false);
    type('sem rede');
    await rest();
    expect(page.kept()).toMatchObject({ draft: text('sem rede'), revision: 3 });
    end();
  });

  it('is written on every keystroke after a failed save', async () => {
    const { kept, sent, type } = opened();
    const end = runTexts([kept]);
    type('falhou');
    await vi.advanceTimersByTimeAsync(3_000);
    sent[0]?.answer({ type: 'failed' });
    await rest();
    type('e continua');
    expect(page.kept()).toMatchObject({ draft: text('e continua'), revision: 3 });
    end();
  });

  it('is written when the page is hidden or left, and the text is sent at once when it is hidden', async () => {
    const { kept, sent, type } = opened();
    const end = runTexts([kept]);
    type('antes de sair');
    page.leave();
    expect(page.kept()).toMatchObject({ draft: text('antes de sair') });
    expect(sent).toEqual([]);
    page.hide(true);
    await rest();
    expect(sent).toMatchObject([{ draft: text('antes de sair'), revision: 3 }]);
    end();
  });

  it('is removed once the text is saved, unless it can be edited offline and the page is left', async () => {
    for (const offline of [undefined, { until: UNTIL }]) {
      const { kept } = opened({ offline });
      const end = runTexts([kept]);
      page.leave();
      expect(page.kept()).toEqual(
        offline ? { draft: text('do servidor'), revision: 3, sent: [], saved: true, until: UNTIL } : null,
      );
      page.hide(false);
      expect(page.kept()).toBeNull();
      end();
      await rest();
    }
  });

  it('stays while the page is hidden, even after the save has arrived', async () => {
    const { kept, sent, type } = opened({ offline: { until: UNTIL } });
    const end = runTexts([kept]);
    type('escondida');
    page.hide(true);
    await rest();
    sent[0]?.answer({ type: 'saved', revision: 4, savedAt: UNTIL });
    await rest();
    expect(page.kept()).toMatchObject({ draft: text('escondida'), revision: 4, saved: true, until: UNTIL });
    end();
  });
});

describe('a page with texts', () => {
  it('asks before it closes while a text is not saved', async () => {
    const { kept, sent, type } = opened();
    const end = runTexts([kept]);
    expect(page.asks()).toBe(false);
    type('não salva');
    expect(page.asks()).toBe(true);
    page.hide(true);
    await rest();
    sent[0]?.answer({ type: 'ended' });
    await rest();
    // The server accepts no more of it, so waiting would not help.
    expect(page.asks()).toBe(false);
    end();
  });

  it('saves at once when the network is back', async () => {
    const { kept, sent, type } = opened();
    const end = runTexts([kept]);
    page.network(false);
    expect(kept.saver.state.online).toBe(false);
    type('sem rede');
    await vi.advanceTimersByTimeAsync(60_000);
    sent[0]?.answer({ type: 'lost' });
    await rest();
    expect(sent).toHaveLength(1);
    page.network(true);
    await rest();
    expect(sent).toMatchObject([{ draft: text('sem rede') }, { draft: text('sem rede') }]);
    end();
  });

  it('stops listening once closed, and its last saves are waited for', async () => {
    const { kept, sent, type } = opened();
    const end = runTexts([kept]);
    type('a última');
    end();
    await rest();
    expect(sent).toHaveLength(1);
    expect(page.asks()).toBe(false);
    let done = false;
    const saved = untilSaved('essay:7').then(() => {
      done = true;
    });
    await untilSaved('essay:8');
    await rest();
    expect(done).toBe(false);
    sent[0]?.answer({ type: 'saved', revision: 4, savedAt: UNTIL });
    await saved;
    page.network(false);
    expect(kept.saver.state.online).toBe(true);
  });
});

it('the answer to an earlier page does not end the wait for the last save of a later one', async () => {
  const [first, second] = [opened(), opened()];
  for (const { kept, type } of [first, second]) {
    const end = runTexts([kept]);
    type('a última');
    end();
  }
  await rest();
  const answer = { type: 'saved', revision: 4, savedAt: UNTIL } as const;
  first.sent[0]?.answer(answer);
  await rest();
  let done = false;
  const saved = untilSaved('essay:7').then(() => {
    done = true;
  });
  await rest();
  expect(done).toBe(false);
  second.sent[0]?.answer(answer);
  await saved;
});

it('all questionnaires of an application are waited for together', async () => {
  const { kept, sent, type } = opened({ key: 'questionnaire:8:extra' });
  const end = runTexts([kept]);
  type('resposta');
  end();
  await rest();
  let done = false;
  const saved = untilSaved('questionnaire:8:').then(() => {
    done = true;
  });
  await rest();
  expect(done).toBe(false);
  sent[0]?.answer({ type: 'saved', revision: 4, savedAt: UNTIL });
  await saved;
});

describe('a failed save', () => {
  it.each([
    ['lost without a line', new NetworkError(uiTexts), 'lost'],
    ['failed for a fault of the page', new TypeError('x'), 'failed'],
    ['stale', new ApiError(409, { code: 'STALE_REVISION' }), 'stale'],
    ['ended', new ApiError(409, { code: 'ESSAY_OVER' }), 'ended'],
    ['lost behind a gateway', new ApiError(502, {}), 'lost'],
    ['failed on the server', new ApiError(500, {}), 'failed'],
    ['failed for another refusal', new ApiError(422, { code: 'VALIDATION' }), 'failed'],
  ])('%s', (_name, error, outcome) => {
    expect(failureOf(error, ['ESSAY_OVER'])).toBe(outcome);
  });
});
