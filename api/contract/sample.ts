import type { EvidencePage } from './evidence.ts';
import { isList, NAMES } from './placeholders.ts';
import { fillTemplate, type Part, type Values } from './template.ts';

/** Items of a list in the sample. */
const ITEMS = 3;

/** A value for every field: what it is called, so that a place that is lost says which it was. */
const filled = (): Values =>
  Object.fromEntries(
    Object.entries(NAMES).map(([name, fields]): [string, Values[string]] => {
      const item = Object.fromEntries(fields.map((field) => [field, `Exemplo de ${field}`]));
      if (isList(name)) return [name, Array<Values>(ITEMS).fill(item)];
      return [name, fields.length === 0 ? true : item];
    }),
  );

/** Nothing is known, so that sections for what is missing are shown. */
const empty = (): Values =>
  Object.fromEntries(Object.keys(NAMES).map((name) => [name, isList(name) ? [] : null]));

/** A contract text as two people might accept it: with everything, and with nothing that it asks for. */
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
