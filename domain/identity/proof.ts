/**
 * How somebody who is signed in proves again who she is before a way in or a contact changes (spec 5.5). `seconds`: for so
 * long a proof counts; a sign-in of one of these kinds is a proof, one that somebody else opened for her is none.
 */
export const PROOF = {
  seconds: 600,
  signIns: ['password', 'code', 'passkey'],
  /** Hours for which the contacts from before can take a change back. */
  undoHours: 72,
  /** Wrong documents after which the link of such a message ends. */
  undoTries: 5,
} as const;

/** True for a sign-in in which the person proved just then who she is. */
export const isProof = (method: string): boolean => (PROOF.signIns as readonly string[]).includes(method);

/** What can change about the ways in of somebody, as the message about it says it (N-33). */
export const ACCESS_CHANGES = {
  email: 'o e-mail mudou',
  'cell-phone': 'o celular mudou',
  document: 'um documento mudou',
  password: 'a senha mudou',
  'passkey-added': 'uma chave de acesso foi adicionada',
  'passkey-removed': 'uma chave de acesso foi removida',
  'social-linked': 'uma conta de outro site foi vinculada',
  'social-unlinked': 'uma conta de outro site foi desvinculada',
  'sessions-ended': 'acessos em outros aparelhos foram encerrados',
} as const;
export type AccessChange = keyof typeof ACCESS_CHANGES;

export const PROOF_TEXTS = {
  wrongPassword: 'Senha incorreta.',
  wrongDocument: 'Este documento não é o desta conta.',
} as const;
