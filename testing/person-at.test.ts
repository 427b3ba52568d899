import { expect, it } from 'vitest';
import { STATUS } from './person-at.ts';
import { rowsBelow } from './spec-table.ts';

it("the contributors' page lists the steps at which a person can be created", () => {
  const listed = rowsBelow('contributing.md', '## A person in a test').map(([step = '', status]) => [
    step.slice(1, -1),
    status,
  ]);
  const known = Object.entries(STATUS).map(([step, status]) => [step, String(status)]);
  expect(listed.toSorted()).toEqual([['account', '–'], ['paid', '5'], ...known].toSorted());
});
