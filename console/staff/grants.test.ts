import { describe, expect, it } from 'vitest';
import { editable, reachOf, withPlaces, withRole } from './grants.ts';

const institutions = ['CUA01', 'EPA01'].map((code) => ({
  code,
  acronym: code.slice(0, 3),
  name: code,
  logo: null,
}));
const ofAll = reachOf({ parts: { 'staff.manage': 'all' }, institutions });
const ofOne = reachOf({ parts: { 'staff.manage': ['EPA01'] }, institutions });

describe('roles being given', () => {
  it("cover all institutions if the giver's does, otherwise the giver's own", () => {
    expect(withRole([], 'banca', true, ofAll)).toEqual([{ role: 'banca', institutions: null }]);
    expect(withRole([], 'banca', true, ofOne)).toEqual([{ role: 'banca', institutions: ['EPA01'] }]);
    expect(ofOne.institutions.map(({ code }) => code)).toEqual(['EPA01']);
  });

  it('are in the order of the roles, and can be removed one by one', () => {
    const both = withRole(withRole([], 'gestao', true, ofAll), 'secretaria', true, ofAll);
    expect(both.map(({ role }) => role)).toEqual(['secretaria', 'gestao']);
    expect(withPlaces(both, 'gestao', ['CUA01'])[1]).toEqual({ role: 'gestao', institutions: ['CUA01'] });
    expect(withRole(both, 'secretaria', false, ofAll).map(({ role }) => role)).toEqual(['gestao']);
  });

  it('exclude those from SSO, and combine several of one role', () => {
    expect(
      editable([
        { role: 'banca', institutions: ['CUA01'], source: 'manual' },
        { role: 'banca', institutions: ['EPA01', 'CUA01'], source: 'manual' },
        { role: 'gestao', institutions: null, source: 'idp' },
      ]),
    ).toEqual([{ role: 'banca', institutions: ['CUA01', 'EPA01'] }]);
  });
});
