/**
 * Reasons for creating an application's dossier. It contains everything about the candidate on paper, so the audit records why.
 */
export const DOSSIER_REASONS = ['holder', 'court', 'audit', 'service'] as const;
export type DossierReason = (typeof DOSSIER_REASONS)[number];
/** Why somebody opens the data of an erased person that must be kept by law (spec 25.12). */
export const KEPT_REASONS = ['court', 'audit', 'holder', 'other'] as const;
export type KeptReason = (typeof KEPT_REASONS)[number];
export const openingReasonTexts: Readonly<Record<DossierReason | KeptReason, string>> = {
  holder: 'Pedido da própria pessoa',
  court: 'Processo judicial ou administrativo',
  audit: 'Auditoria ou fiscalização',
  service: 'Atendimento na secretaria',
  other: 'Outro dever da lei',
};
