import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useSettled as settle } from '../base/settled.ts';
import { useTitle as titled } from '../base/title.ts';
import { today } from '../base/today.ts';

/** A stand-in for React: one state, and effects that run when their dependencies have changed. */
const host = vi.hoisted(() => ({
  state: undefined as unknown,
  watched: '',
  end: undefined as (() => void) | undefined,
  loading: [] as string[],
}));
vi.mock('react', () => ({
  useState: (first: unknown) => {
    host.state ??= first;
    return [
      host.state,
      (next: unknown) => {
        host.state = next;
      },
    ];
  },
  useEffect: (effect: () => (() => void) | undefined, watched: unknown[]) => {
    if (JSON.stringify(watched) === host.watched) return;
    host.watched = JSON.stringify(watched);
    host.end?.();
    host.end = effect() ?? undefined;
  },
}));
vi.mock('@tanstack/react-query', () => ({
  useIsFetching: ({ predicate }: { predicate: (query: { state: { status: string } }) => boolean }) =>
    host.loading.filter((status) => predicate({ state: { status } })).length,
}));
vi.mock('../base/settings.ts', () => ({
  settings: { brandName: 'Faculdade Alfa', timeZone: 'America/Manaus' },
}));
vi.mock('@orbita/client/server-clock.ts', () => ({ serverNow: () => Date.parse('2026-01-13T02:00:00Z') }));

beforeEach(() => {
  Object.assign(host, { state: undefined, watched: '', end: undefined, loading: [] });
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('U4, U8: the title of a page', () => {
  it('has the page and the brand, and shows when a form has errors', () => {
    const document = { title: '' };
    vi.stubGlobal('document', document);
    titled('Dados pessoais');
    expect(document.title).toBe('Dados pessoais · Faculdade Alfa');
    titled('Dados pessoais', true);
    expect(document.title).toBe('Erro: Dados pessoais · Faculdade Alfa');
    titled('Contrato', false);
    expect(document.title).toBe('Contrato · Faculdade Alfa');
  });
});

describe('a page whose content must not jump', () => {
  it('has settled 300 ms after its first queries were answered', () => {
    host.loading = ['pending', 'success'];
    expect(settle()).toBe(false);
    vi.advanceTimersByTime(1_000);
    expect(settle()).toBe(false);
    host.loading = ['success'];
    settle();
    vi.advanceTimersByTime(299);
    expect(settle()).toBe(false);
    vi.advanceTimersByTime(1);
    expect(settle()).toBe(true);
  });

  it('keeps waiting when an answer triggers another query, and stays settled later', () => {
    settle();
    vi.advanceTimersByTime(200);
    host.loading = ['pending'];
    settle();
    vi.advanceTimersByTime(1_000);
    expect(settle()).toBe(false);
    host.loading = [];
    settle();
    vi.advanceTimersByTime(300);
    host.loading = ['pending'];
    expect(settle()).toBe(true);
  });
});

it("today is the day of the server's clock in the college's time zone", () => {
  expect(today()).toBe('2026-01-12');
});
