import { describe, expect, it } from 'vitest';
import { type HistoryRow, historyPath, type Status, statusBefore } from './index.ts';

describe('historyPath', () => {
  const path: HistoryRow[] = [
    { from: null, to: 1, event: 'create', actor: 'candidate' },
    { from: 1, to: 3, event: 'essay-approved', actor: 'operations' },
    { from: 3, to: 4, event: 'contract-accepted', actor: 'candidate' },
    { from: 4, to: 6, event: 'payment-required', actor: 'system' },
    { from: 6, to: 12, event: 'cancel-requested', actor: 'candidate' },
    { from: 12, to: 6, event: 'cancel-withdrawn', actor: 'candidate' },
    { from: 6, to: 5, event: 'payment-confirmed', actor: 'system' },
    { from: 5, to: 7, event: 'documents-approved', actor: 'system' },
  ];
  it('accepts a valid history', () => expect(historyPath(path, 'essay')).toBeUndefined());
  it('returns the index of the first wrong row', () => {
    expect(historyPath(path.slice(1), 'essay')).toBe(0);
    expect(historyPath(path.toSpliced(3, 1), 'essay')).toBe(3);
    expect(historyPath(path.with(5, { from: 12, to: 5, event: 'cancel-withdrawn' }), 'essay')).toBe(5);
    expect(historyPath(path, 'extension')).toBe(1);
  });
  it.each<[string, HistoryRow, HistoryRow[]]>([
    ['leads elsewhere', { from: 1, to: 4, event: 'essay-approved' }, path.slice(0, 1)],
    ['starts elsewhere', { from: 3, to: 3, event: 'essay-approved' }, path.slice(0, 2)],
    ['creates what is there', { from: 1, to: 1, event: 'create' }, path.slice(0, 1)],
    ['begins without a creation', { from: null, to: 3, event: 'essay-approved' }, []],
    [
      'is of somebody else',
      { from: 1, to: 3, event: 'essay-approved', actor: 'candidate' },
      path.slice(0, 1),
    ],
    ['is no gate that comes next', { from: 4, to: 6, event: 'payment-waived' }, path.slice(0, 3)],
    ['goes back where nothing was left', { from: null, to: 6, event: 'unblocked' }, []],
    ['does not join', { from: 6, to: 5, event: 'payment-confirmed' }, path.slice(0, 3)],
  ])('finds the row that %s', (_what, row, before) => {
    expect(historyPath([...before, row], 'essay')).toBe(before.length);
    expect(historyPath([...before, row])).toBe(before.length);
  });
});

describe('statusBefore', () => {
  const leaving: HistoryRow[] = [
    { from: 6, to: 5, event: 'payment-confirmed', actor: 'system' },
    { from: 5, to: 12, event: 'cancel-requested', actor: 'candidate' },
  ];
  const blocked: HistoryRow[] = [
    ...leaving,
    { from: 12, to: 8, event: 'blocked', actor: 'operations' },
    { from: 8, to: 12, event: 'unblocked', actor: 'operations' },
  ];
  it.each<[string, HistoryRow[], Status, Status | undefined]>([
    ['a wish to leave', leaving, 12, 5],
    ['a block of who is leaving', blocked.slice(0, 3), 8, 12],
    ['a wish to leave that was blocked meanwhile', blocked, 12, 5],
    ['the same blocked twice', [...blocked, ...blocked.slice(2)], 12, 5],
    [
      'a second wish',
      [...blocked, { from: 12, to: 5, event: 'cancel-withdrawn' }, ...leaving.slice(1)],
      12,
      5,
    ],
    ['what never was', leaving, 8, undefined],
  ])('finds the status before %s', (_what, history, status, before) => {
    expect(statusBefore(history, status)).toBe(before);
  });
});
