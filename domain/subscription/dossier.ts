/** What the dossier of an application is made for; it holds everything about her on paper, so the audit keeps why. */
export const DOSSIER_REASONS = ['holder', 'court', 'audit', 'service'] as const;
export type DossierReason = (typeof DOSSIER_REASONS)[number];
/** Why somebody opens what the law keeps of an erased person (spec 25.12). */
export const KEPT_REASONS = ['court', 'audit', 'holder', 'other'] as const;
export type KeptReason = (typeof KEPT_REASONS)[number];
export const openingReasonTexts: Readonly<Record<DossierReason | KeptReason, string>> = {
  holder: 'Pedido da própria pessoa',
  court: 'Processo judicial ou administrativo',
  audit: 'Auditoria ou fiscalização',
  service: 'Atendimento na secretaria',
  other: 'Outro dever da lei',
};
