import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { institutionFilter } from '../platform/lists/lists.ts';

// Prepared statements are cached by their text: a text per list length would fill the database's memory.
it('a list of any length uses the same statement', () => {
  const texts = [[], ['A'], ['A', 'B', 'C']].map((institutions) => {
    const service = {
      tokenName: 't',
      scopes: [],
      institutions,
      operator: null,
      development: false,
      tenantId: 1,
      tokenId: 1,
    };
    return institutionFilter(service, {}, sql`i.code`).text;
  });
  expect(new Set(texts).size).toBe(1);
});
