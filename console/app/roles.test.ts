import { carries, partsOfRole, ROLES, type Role } from '@orbita/domain/staff';
import { COUNTED_ONLY, type CountedOnly, listPath, QUEUE_NAMES, QUEUES } from '@orbita/domain/work';
import { describe, expect, it } from 'vitest';
import type { Screen } from '../base/screen.ts';
import { queuePath } from '../work/queues.ts';
import { screens } from './screens.ts';

const hasScreen = (role: Role, some: readonly Pick<Screen, 'parts'>[]): boolean =>
  some.some(({ parts }) => parts.some((part) => carries(partsOfRole(role), part)));

describe('roles and screens', () => {
  it('no role opens only Início: its holders would find nothing to do', () => {
    expect(ROLES.filter((role) => !hasScreen(role, screens))).toEqual([]);
    expect(ROLES.filter((role) => hasScreen(role, [{ parts: [] }]))).toEqual([]);
  });

  it('Início links to the list of every counted queue', () => {
    const lost = QUEUE_NAMES.filter((queue) => queuePath(queue, screens) === undefined);
    expect(lost).toEqual([]);
    const others = [...(Object.keys(COUNTED_ONLY) as CountedOnly[]), 'approvals'] as const;
    expect(others.map((one) => queuePath(one, screens))).toEqual(others.map(listPath));
  });

  it('everybody who can open a queue can open its screen', () => {
    const shut = QUEUE_NAMES.filter((queue) => {
      const screen = screens.find(({ queues }) => queues?.includes(queue));
      return QUEUES[queue].openers.some((part) =>
        ROLES.some((role) => hasScreen(role, [{ parts: [part] }]) && screen && !hasScreen(role, [screen])),
      );
    });
    expect(shut).toEqual([]);
  });
});
