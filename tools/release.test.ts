import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DESCRIPTION, KEPT, keptCode, keptFacts } from '@orbita/testing/kept-release';
import { describe, expect, it } from 'vitest';
import { VERSION } from '../scripts/version.ts';
import { unanswered } from './release/bundle.config.ts';
import { bareDescription, type Description, descriptionOffences } from './upgrade/description.ts';
import { KNOWN } from './upgrade/known.ts';
import { channelsOf, differences, presentChannels, shapeOfNote, shapesOfValue } from './upgrade/shapes.ts';

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const majorOf = (version: string) => version.split('.')[0];

describe('the kept release that runs beside the next one', () => {
  const facts = keptFacts();
  const code = keptCode();
  const migrations = Object.keys(code).filter((path) => path.endsWith('.sql'));

  it('is the last named version; otherwise run npm run release -- keep', () => {
    expect(facts.version).toBe(VERSION);
  });

  it('is small enough to be stored with the source', () => {
    const size = ['code.br', 'rows.br'].reduce((sum, file) => sum + statSync(join(KEPT, file)).size, 0);
    expect(size).toBeLessThan(2 * 2 ** 20);
  });

  it('has migrations that never changed since', () => {
    expect(migrations.at(-1)).toContain(`/${facts.schema}_`);
    for (const file of migrations)
      expect([file, existsSync(join(root, file)) && read(file) === code[file]]).toEqual([file, true]);
  });

  it('finds the packages it does not contain', () => {
    const { packages } = JSON.parse(read('package-lock.json'));
    const present = ([name]: [string, string]) => [
      name,
      majorOf(packages[`node_modules/${name}`]?.version ?? ''),
    ];
    expect(Object.entries(facts.outside).map(present)).toEqual(
      Object.entries(facts.outside).map(([name, version]) => [name, majorOf(version)]),
    );
  });

  it('can be built again: no server file uses its address in a way that fails in a bundle', () => {
    expect(unanswered()).toEqual([]);
  });
});

describe('messages between two releases', () => {
  it('use the same channels in source and build', () => {
    const present = presentChannels();
    expect(present).toContain('orbita_live');
    expect(channelsOf(Object.values(keptCode()))).toEqual(
      expect.arrayContaining(['orbita_live', 'orbita_team']),
    );
  });

  it('are compared by their shape', () => {
    expect(shapeOfNote('orbita_live', '1:5001')).toBe('orbita_live #:#');
    expect(shapeOfNote('orbita_revoked', '0b8f1c1e-58d1-4c1c-9b5e-2f4f4d0a7c11')).toBe('orbita_revoked uuid');
    expect(shapesOfValue({ a: [{ b: 1 }, { b: null }], 12: 'x' })).toEqual(
      expect.arrayContaining(['.a[].b: number', '.a[].b: null', '.#: string']),
    );
  });

  it('differ where a name is new, gone or of another kind, in what both wrote', () => {
    const shapes = (where: string, value: unknown) => new Map([[where, new Set(shapesOfValue(value))]]);
    const of = (before: unknown, after: unknown) => differences(shapes('t.c', before), shapes('t.c', after));
    expect(of({ id: 1 }, { id: 2 })).toEqual([]);
    expect(of({ id: 1 }, { id: '1' })).toEqual(['no longer: t.c .id: number', 'new: t.c .id: string']);
    expect(of({ id: 1 }, { id: 1, by: 'x' })).toEqual(['new: t.c .by: string']);
    expect(differences(shapes('t.c', { id: 1 }), shapes('t.d', { id: '1' }))).toEqual([]);
  });
});

describe('calls made for the previous release', () => {
  const before: Description = JSON.parse(keptCode()[DESCRIPTION] ?? '');

  it('are accepted by this one, and answered with what they expect', () => {
    const present = bareDescription(read('docs/openapi.json'));
    expect(
      descriptionOffences(before, present).filter((line) => !Object.hasOwn(KNOWN.described, line)),
    ).toEqual([]);
  });

  it.each([
    [
      { type: 'object', required: ['a'], properties: { a: { type: 'string' } } },
      'a',
      'is now demanded',
      'asked',
    ],
    [{ type: 'object', properties: { b: { type: 'number' } } }, 'b', 'string is not taken', 'asked'],
    [{ type: 'object', properties: { c: { enum: ['x'] } } }, 'c', 'y is not taken', 'asked'],
    [{ type: 'object', properties: {} }, 'd', 'may be missing', 'answered'],
    [
      {
        type: 'object',
        required: ['d'],
        properties: { d: { anyOf: [{ type: 'string' }, { type: 'null' }] } },
      },
      'd',
      'null is new',
      'answered',
    ],
  ])('%j of a field would not be', (now, field, says, side) => {
    const properties = { a: {}, b: { type: 'string' }, c: { enum: ['x', 'y'] }, d: { type: 'string' } };
    const of = (schema: object): Description => {
      const content = { 'application/json': { schema: { $ref: '#/components/schemas/S' } } };
      const call = side === 'asked' ? { requestBody: { content } } : { responses: { 200: { content } } };
      return { paths: { '/x': { post: call } }, components: { schemas: { S: { ...schema } } } };
    };
    const old = { type: 'object', properties, required: side === 'asked' ? [] : ['d'] };
    expect(descriptionOffences(of(old), of(old))).toEqual([]);
    const at = side === 'asked' ? '' : ' 200';
    const found = descriptionOffences(of(old), of(now)).map((line) => line.replace(/ application\/json/, ''));
    expect(found).toEqual([`POST /x${at}.${field}: ${says}`]);
  });

  it('are not accepted where a call is gone', () => {
    const [path = ''] = Object.keys(before.paths);
    const { [path]: _gone, ...paths } = before.paths;
    expect(descriptionOffences(before, { ...before, paths })[0]).toMatch(/ is gone$/);
  });
});
