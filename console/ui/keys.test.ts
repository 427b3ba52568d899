import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addKeys, itemPainted, type KeyBinding, press } from './keys.ts';
import { choose } from './preferences.ts';

const ends: (() => void)[] = [];
const listen = (bindings: Omit<KeyBinding, 'label'>[], dialog = false) => {
  ends.push(
    addKeys({ title: 'Teste', bindings: bindings.map((one) => ({ label: one.key, ...one })), dialog }),
  );
};
const root = { dataset: {} as Record<string, string> };

beforeEach(() => {
  root.dataset = {};
  vi.stubGlobal('document', { documentElement: root });
  choose({ shortcuts: true });
  itemPainted(0);
});
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

let at = 10_000;
type Given = Partial<KeyboardEvent> & { key: string };
const later = () => {
  at += 10_000;
  return at;
};
const hit = (given: Given, now = later()): boolean => {
  let prevented = false;
  const event = {
    target: { tagName: 'BODY' },
    preventDefault: () => {
      prevented = true;
    },
    ...given,
  };
  press(event as unknown as KeyboardEvent, now);
  return prevented;
};

describe('keys', () => {
  it('act, and the part of the page added last has priority', () => {
    const [page, panel] = [vi.fn(), vi.fn()];
    listen([
      { key: 'j', run: page },
      { key: 'k', run: page },
    ]);
    listen([{ key: 'j', run: panel }]);
    expect(hit({ key: 'j' })).toBe(true);
    hit({ key: 'k' });
    expect([panel.mock.calls.length, page.mock.calls.length]).toEqual([1, 1]);
    ends.pop()?.();
    hit({ key: 'j' });
    expect(page).toHaveBeenCalledTimes(2);
  });

  it('do nothing in fields, or in controls that handle Enter themselves, except with Ctrl', () => {
    const [single, search, sends] = [vi.fn(), vi.fn(), vi.fn()];
    listen([
      { key: 'a', run: single },
      { key: 'Enter', run: single },
      { key: 'Ctrl+k', run: search, inFields: true },
      { key: 'Ctrl+Enter', run: sends, inFields: true },
    ]);
    const input = { tagName: 'INPUT', type: 'text' } as unknown as EventTarget;
    const box = { tagName: 'INPUT', type: 'checkbox' } as unknown as EventTarget;
    const area = { tagName: 'TEXTAREA' } as unknown as EventTarget;
    const link = { tagName: 'A' } as unknown as EventTarget;
    for (const target of [input, area]) hit({ key: 'a', target });
    for (const target of [link, box]) hit({ key: 'Enter', target });
    expect(single).not.toHaveBeenCalled();
    hit({ key: 'a', target: box });
    expect(single).toHaveBeenCalledTimes(1);
    hit({ key: 'k', ctrlKey: true, target: area });
    hit({ key: 'k', metaKey: true });
    expect(search).toHaveBeenCalledTimes(2);
    hit({ key: 'Enter', ctrlKey: true, target: area });
    expect(sends).toHaveBeenCalledTimes(1);
  });

  it('of one letter can be switched off by the person, Ctrl stays', () => {
    const [single, search] = [vi.fn(), vi.fn()];
    listen([
      { key: '?', run: single },
      { key: 'g i', run: single },
      { key: 'Ctrl+k', run: search },
    ]);
    choose({ shortcuts: false });
    expect(hit({ key: '?', shiftKey: true })).toBe(false);
    hit({ key: 'g' }, 1_000_000);
    hit({ key: 'i' }, 1_000_100);
    hit({ key: 'k', ctrlKey: true });
    expect(single).not.toHaveBeenCalled();
    expect(search).toHaveBeenCalledTimes(1);
  });

  it('in quick succession are one command', () => {
    const [start, other] = [vi.fn(), vi.fn()];
    listen([
      { key: 'g i', run: start },
      { key: 'x', run: other },
    ]);
    hit({ key: 'g' }, 2_000_000);
    hit({ key: 'i' }, 2_000_900);
    expect(start).toHaveBeenCalledTimes(1);
    hit({ key: 'g' }, 2_010_000);
    hit({ key: 'i' }, 2_012_000);
    hit({ key: 'g' }, 2_020_000);
    hit({ key: 'x' }, 2_020_100);
    hit({ key: 'i' }, 2_020_200);
    expect([start.mock.calls.length, other.mock.calls.length]).toEqual([1, 1]);
  });

  it('decide neither when held nor within 300 ms after another item was painted', () => {
    const [decide, look] = [vi.fn(), vi.fn()];
    listen([
      { key: 'a', run: decide, decides: true },
      { key: 'j', run: look },
    ]);
    itemPainted(3_000_000);
    expect(hit({ key: 'a' }, 3_000_299)).toBe(true);
    hit({ key: 'a', repeat: true }, 3_001_000);
    expect(decide).not.toHaveBeenCalled();
    hit({ key: 'a' }, 3_000_300);
    expect(decide).toHaveBeenCalledTimes(1);
    hit({ key: 'j', repeat: true }, 3_000_301);
    expect(look).toHaveBeenCalledTimes(1);
  });

  it('of the page are inactive behind a dialog; those of the dialog work', () => {
    const [page, own] = [vi.fn(), vi.fn()];
    listen([{ key: 'a', run: page }]);
    listen([{ key: 'b', run: own }], true);
    root.dataset.dialog = '';
    hit({ key: 'a' });
    hit({ key: 'b' });
    expect([page.mock.calls.length, own.mock.calls.length]).toEqual([0, 1]);
  });
});
