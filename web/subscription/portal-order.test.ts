import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { portalOrder } from './portal-order.ts';
import type { Task } from './task.ts';

vi.mock('../base/settings.ts', () => ({ settings: { timeZone: 'America/Sao_Paulo' } }));

const now = Date.parse('2026-01-12T10:00:00-03:00');
const item = (id: number, subscriptionStatus: number, hours: number) => ({
  card: { id, subscriptionStatus },
  task: {
    kind: 'act',
    action: '',
    next: '',
    href: '',
    deadline: { at: new Date(now + hours * 3600_000), of: 'payment' },
  } satisfies Task,
});
const many = fc
  .array(fc.tuple(fc.constantFrom(1, 3, 6, 7, 8, 9, 13), fc.integer({ min: 1, max: 90 })), {
    minLength: 0,
    maxLength: 40,
  })
  .map((rows) => rows.map(([status, hours], id) => item(id, status, hours)));

describe('order of the portal', () => {
  it('leaves a few applications in their order', () => {
    const few = [item(3, 13, 50), item(2, 6, 2), item(1, 1, 50)];
    expect(portalOrder(few, now)).toEqual({ open: few, ended: [] });
  });

  it('loses none and duplicates none', () => {
    fc.assert(
      fc.property(many, (items) => {
        const { open, ended } = portalOrder(items, now);
        expect([...open, ...ended].map(({ card }) => card.id).sort((a, b) => a - b)).toEqual(
          items.map(({ card }) => card.id),
        );
      }),
    );
  });

  it('moves those ending today to the front and collapses ended ones, but never all', () => {
    const items = Array.from({ length: 30 }, (_, id) => item(id, id % 3 === 0 ? 13 : 6, id === 29 ? 3 : 60));
    const { open, ended } = portalOrder(items, now);
    expect(open[0]?.card.id).toBe(29);
    expect(ended).toHaveLength(10);
    const over = items.map(({ card }) => item(card.id, 9, 60));
    expect(portalOrder(over, now)).toEqual({ open: over, ended: [] });
  });
});
