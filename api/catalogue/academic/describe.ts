import { catalogueSchema, type Node } from '../schema.ts';
import { FED_KINDS, MOST_ENTRIES } from './answer.ts';

const refusal = (description: string): Node => ({ description });

/**
 * OpenAPI description of the academic catalogue served by an institution's system (spec 2.5); the fields are those of a
 * catalogue file.
 */
function academicDescription(): Node {
  const sections = catalogueSchema().properties ?? {};
  return {
    openapi: '3.1.0',
    info: {
      title: 'Academic catalogue read by Órbita Candidato',
      version: '1',
      description:
        'An academic system says intakes, disciplines by module, electives and classes; the portal reads them every five minutes and keeps what it has while the system is away or answers something else. Entries about courses, offers, poles or institutions that the portal does not have are left out. Entries that are gone are retired; applications that use them keep them.',
    },
    security: [{ key: [] }],
    paths: {
      '/tenants/{alias}/catalogue': {
        get: {
          summary: 'The whole academic catalogue of a tenant',
          parameters: [
            {
              name: 'alias',
              in: 'path',
              required: true,
              schema: { type: 'string', pattern: '^[a-z0-9-]{2,40}$' },
            },
          ],
          responses: {
            200: {
              description: 'At most 10 MiB, complete within 15 seconds',
              content: { 'application/json': { schema: { $ref: '#/components/schemas/AcademicCatalogue' } } },
            },
            401: refusal('The key is missing or wrong'),
            404: refusal('This system has no catalogue of the tenant'),
          },
        },
      },
    },
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer' } },
      schemas: {
        AcademicCatalogue: {
          type: 'object',
          additionalProperties: false,
          required: ['version', ...FED_KINDS],
          properties: {
            version: { const: 1 },
            ...Object.fromEntries(
              FED_KINDS.map((kind) => [kind, { ...sections[kind], maxItems: MOST_ENTRIES }]),
            ),
          },
        },
      },
    },
  };
}

/** The description as file content. */
export const academicDescriptionText = (): string => `${JSON.stringify(academicDescription(), null, 2)}\n`;
