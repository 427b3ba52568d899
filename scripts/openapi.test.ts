import { describe, expect, it } from 'vitest';
import { addressOf } from '../protocol/foundation/index.ts';
import { calls } from '../protocol/index.ts';
import { buildOpenApi, isUpToDate } from './openapi.ts';

interface Operation {
  operationId: string;
  description?: string;
  parameters: { name?: string; in?: string; $ref?: string }[];
  responses: { [status: string]: { description: string; headers?: { [name: string]: unknown } } };
}
interface Document {
  paths: { [path: string]: { [method: string]: Operation } };
  webhooks: { [name: string]: { [method: string]: Operation } };
  components: { [kind: string]: { [name: string]: unknown } };
}

const document = buildOpenApi() as unknown as Document;
const operations = Object.values(document.paths).flatMap((path) => Object.values(path));

describe('OpenAPI document', () => {
  const shapeOf = (path: string) => path.replaceAll(/\{\w+\}/g, '{}');
  const byShape = new Map(Object.entries(document.paths).map(([path, item]) => [shapeOf(path), item]));

  it.each(Object.keys(calls))('has %s', (key) => {
    const { method, path } = addressOf(key);
    expect(byShape.get(shapeOf(path))?.[method.toLowerCase()]).toBeDefined();
  });

  it('has each address once, and names its parameters as the address does', () => {
    expect(byShape.size).toBe(Object.keys(document.paths).length);
    for (const [path, item] of Object.entries(document.paths))
      for (const operation of Object.values(item)) {
        const inPath = operation.parameters.filter((one) => one.in === 'path').map(({ name }) => name);
        expect([path, inPath]).toEqual([path, [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)]);
      }
  });

  it('says for every operation who calls it, and for every 401 how to authenticate', () => {
    for (const { operationId, description, responses } of operations) {
      expect([operationId, (description ?? '').length > 5]).toEqual([operationId, true]);
      const challenge = responses['401']?.headers?.['WWW-Authenticate'];
      expect([operationId, challenge !== undefined]).toEqual([operationId, '401' in responses]);
    }
  });

  it('has no unnamed recursive schema: types generated from it do not compile', () => {
    const leads = (from: string, name: string, seen = new Set<string>()): boolean =>
      [...JSON.stringify(document.components.schemas?.[from] ?? {}).matchAll(/schemas\/(\w+)"/g)].some(
        ([, to = '']) => {
          if (to === name) return true;
          if (seen.has(to)) return false;
          seen.add(to);
          return leads(to, name, seen);
        },
      );
    const names = Object.keys(document.components.schemas ?? {});
    expect(names.filter((name) => name.startsWith('__') || leads(name, name))).toEqual([]);
  });

  it('says which headers a webhook has', () => {
    for (const item of Object.values(document.webhooks))
      expect(item.post?.parameters.map(({ name }) => name)).toEqual([
        ...['webhook-id', 'webhook-timestamp', 'webhook-signature'],
      ]);
  });

  it('has nothing else, and names every operation once', () => {
    expect(operations.length).toBe(Object.keys(calls).length);
    expect(new Set(operations.map((operation) => operation.operationId)).size).toBe(operations.length);
  });

  it('resolves every reference', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map((found) => found[1]);
    expect(references.length).toBeGreaterThan(100);
    for (const reference of new Set(references)) {
      const [, root, kind, name] = (reference as string).split('/');
      expect([reference, root, document.components[kind as string]?.[name as string] !== undefined]).toEqual([
        reference,
        'components',
        true,
      ]);
    }
  });

  it('describes every answer', () => {
    for (const operation of operations) {
      for (const [status, answer] of Object.entries(operation.responses)) {
        expect([operation.operationId, status, answer.description !== '']).toEqual([
          operation.operationId,
          status,
          true,
        ]);
      }
    }
  });

  it('is the one in the repository', () => {
    expect(isUpToDate()).toBe(true);
  });
});
