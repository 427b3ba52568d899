import { describe, expect, it } from 'vitest';
import { checkOf, isCollapsed, rememberHelp } from './help-rules.ts';

const application = (
  kind: 'exam-score' | 'document-analysis' | 'online-essay',
  subscriptionStatus: number,
  useDisciplines = false,
) => ({ subscriptionStatus, offer: { ingressMode: { kind, useDisciplines } } });

function memory() {
  const kept = new Map<string, string>();
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
  };
}

describe('the help bubble', () => {
  it('shows the check of the ingress mode until it is concluded', () => {
    expect(checkOf(application('exam-score', 1))).toBe('EnemCheckEnabled');
    expect(checkOf(application('exam-score', 3))).toBeUndefined();
    expect(checkOf(application('document-analysis', 10, true))).toBe('DisciplineDocumentCheckEnabled');
    expect(checkOf(application('document-analysis', 10))).toBeUndefined();
    expect(checkOf(application('document-analysis', 3, true))).toBeUndefined();
    expect(checkOf(application('online-essay', 1))).toBeUndefined();
  });

  it('is collapsed while a check is running, and then as the person left it, per application', () => {
    const store = memory();
    expect(isCollapsed(store, 1, false)).toBe(false);
    expect(isCollapsed(store, 1, true)).toBe(true);
    rememberHelp(store, 1, 'dismissed');
    expect(isCollapsed(store, 1, false)).toBe(true);
    expect(isCollapsed(store, 2, false)).toBe(false);
    rememberHelp(store, 1, 'open');
    expect(isCollapsed(store, 1, true)).toBe(false);
  });

  it('drops the oldest entries, and ignores malformed storage', () => {
    const store = memory();
    for (let id = 1; id <= 60; id++) rememberHelp(store, id, 'dismissed');
    expect(isCollapsed(store, 60, false)).toBe(true);
    expect(Object.keys(JSON.parse(store.getItem('helpBubble') ?? '{}'))).toHaveLength(50);
    store.setItem('helpBubble', '{broken');
    expect(isCollapsed(store, 60, false)).toBe(false);
  });
});
