/** Words of the audit: what each act of the operations API is called, and how it ended (spec 25.16). */
import { openingReasonTexts } from '../subscription/index.ts';
import { auditTexts } from './texts.ts';

/** What kind of act a call is: it changed something, it let somebody in or out, or it only looked. */
export const AUDIT_KINDS = [
  'change',
  'entry',
  'look',
] as const satisfies readonly (keyof typeof auditTexts)[];
export type AuditKind = (typeof AUDIT_KINDS)[number];

/** Calls that the words of a kind name. */
type Named<K extends AuditKind> = keyof (typeof auditTexts)[K];
/** Every call that has words. */
export type AuditedAct = { [K in AuditKind]: Named<K> }[AuditKind];

/** Calls of one kind. */
export const actsOf = (kind: AuditKind): string[] => Object.keys(auditTexts[kind]);

const SENTENCES: ReadonlyMap<string, string> = new Map(
  AUDIT_KINDS.flatMap((kind) => Object.entries(auditTexts[kind])),
);

const UNKNOWN = 'Fez algo que esta versão não conhece';
const HELD_BACK = 'Espera outra pessoa aprovar';

/** How a call ended, by its status; undefined where it was done. */
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
 * What somebody did, in a sentence, with the reason that a call keeps. `action` is the key of a call, as the audit keeps it; one that this version lacks is said to
 * be unknown. What waits for a second person was asked for, not done (202).
 */
export function auditSentence(action: AuditedAct, status: number, reason?: string): string {
  const why = Object.entries(openingReasonTexts).find(([one]) => one === reason)?.[1];
  const words = (SENTENCES.get(action) ?? UNKNOWN) + (why ? `. ${why}` : '');
  if (status === 202 && action in auditTexts.change && action !== 'POST /operations/exports')
    return `${words}. ${HELD_BACK}`;
  const refused = refusalText(status);
  return refused ? `${words}. ${refused}` : words;
}
