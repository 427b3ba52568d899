import { describe, expect, it } from 'vitest';
import { addressOf } from '../protocol/foundation/index.ts';
import { calls } from '../protocol/index.ts';
import { buildOpenApi, isUpToDate } from './openapi.ts';

interface Operation {
  operationId: string;
  responses: { [status: string]: { description: string } };
}
interface Document {
  paths: { [path: string]: { [method: string]: Operation } };
  components: { [kind: string]: { [name: string]: unknown } };
}

const document = buildOpenApi() as unknown as Document;
const operations = Object.values(document.paths).flatMap((path) => Object.values(path));

describe('OpenAPI document', () => {
  it.each(Object.keys(calls))('has %s', (key) => {
    const { method, path } = addressOf(key);
    expect(document.paths[path]?.[method.toLowerCase()]).toBeDefined();
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
