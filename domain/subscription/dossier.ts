/** What the dossier of an application is made for; it holds everything about her on paper, so the audit keeps why. */
export const DOSSIER_REASONS = ['holder', 'court', 'audit', 'service'] as const;
export type DossierReason = (typeof DOSSIER_REASONS)[number];
export const dossierReasonTexts: Readonly<Record<DossierReason, string>> = {
  holder: 'Pedido da própria pessoa',
  court: 'Processo judicial ou administrativo',
  audit: 'Auditoria ou fiscalização',
  service: 'Atendimento na secretaria',
};
