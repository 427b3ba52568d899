/** Texts of the audit: the name of each act of the operations API, and its outcome (spec 25.16). */
import { openingReasonTexts } from '../subscription/index.ts';
import { auditTexts } from './texts.ts';

/** Kinds of calls: they changed something, signed somebody in or out, or only read. */
export const AUDIT_KINDS = [
  'change',
  'entry',
  'look',
] as const satisfies readonly (keyof typeof auditTexts)[];
export type AuditKind = (typeof AUDIT_KINDS)[number];

/** Calls that have a text in this kind. */
type Named<K extends AuditKind> = keyof (typeof auditTexts)[K];
/** Every call that has a text. */
export type AuditedAct = { [K in AuditKind]: Named<K> }[AuditKind];

/** Calls of one kind. */
export const actsOf = (kind: AuditKind): string[] => Object.keys(auditTexts[kind]);

const SENTENCES: ReadonlyMap<string, string> = new Map(
  AUDIT_KINDS.flatMap((kind) => Object.entries(auditTexts[kind])),
);

const UNKNOWN = 'Fez algo que esta versão não conhece';
const HELD_BACK = 'Espera outra pessoa aprovar';

/** Why a call was refused or failed, by its status; undefined when it succeeded. */
export function refusalText(status: number): string | undefined {
  if (status < 400) return undefined;
  if (status === 401) return 'Recusado: sem sessão';
  if (status === 403) return 'Recusado: sem permissão';
  if (status === 404) return 'Recusado: não encontrado';
  if (status === 409) return 'Recusado: a situação mudou';
  if (status === 429) return 'Recusado: pedidos demais';
  return status < 500 ? 'Recusado: faltou algo no pedido' : 'Falhou: o sistema não respondeu';
}

/**
 * What somebody did, as a sentence, with the reason given for the call. `action` is the call's key as the audit stores it; an
 * unknown key gets a text that says so. An act that awaits a second person (202) was only requested, not done.
 */
export function auditSentence(action: AuditedAct, status: number, reason?: string): string {
  const why = Object.entries(openingReasonTexts).find(([one]) => one === reason)?.[1];
  const words = (SENTENCES.get(action) ?? UNKNOWN) + (why ? `. ${why}` : '');
  if (status === 202 && action in auditTexts.change && action !== 'POST /operations/exports')
    return `${words}. ${HELD_BACK}`;
  const refused = refusalText(status);
  return refused ? `${words}. ${refused}` : words;
}
