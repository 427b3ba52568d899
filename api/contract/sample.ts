import type { EvidencePage } from './evidence.ts';
import { isList, NAMES } from './placeholders.ts';
import { fillTemplate, type Part, type Values } from './template.ts';

/** Items per list in the sample. */
const ITEMS = 3;

/** A value for every field, named after it, so that a lost placeholder can be identified. */
const filled = (): Values =>
  Object.fromEntries(
    Object.entries(NAMES).map(([name, fields]): [string, Values[string]] => {
      const item = Object.fromEntries(fields.map((field) => [field, `Exemplo de ${field}`]));
      if (isList(name)) return [name, Array<Values>(ITEMS).fill(item)];
      return [name, fields.length === 0 ? true : item];
    }),
  );

/** No value for any field, so that sections for missing values are shown. */
const empty = (): Values =>
  Object.fromEntries(Object.keys(NAMES).map((name) => [name, isList(name) ? [] : null]));

/** A contract text as filled in for two extreme cases: with every value, and with none. */
export const samplesOf = (parts: readonly Part[]): string[] => [
  ...new Set([filled(), empty()].map((values) => fillTemplate(parts, values).trim())),
];

export const SAMPLE_EVIDENCE: EvidencePage = {
  identifier: 'EXEMPLO:1',
  hash: `sha256:${'0'.repeat(64)}`,
  acceptedAt: new Date('2026-01-12T12:00:00Z'),
  timeZone: 'America/Sao_Paulo',
  ip: '192.0.2.1',
  method: 'password',
  candidate: 'Pessoa de Exemplo',
  guardian: null,
  subscriptionId: 1,
};
