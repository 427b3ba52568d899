/**
 * How a signed-in person proves their identity again before a credential or contact changes (spec 5.5). `seconds` is how long a
 * proof is valid. A sign-in by one of `signIns` counts as a proof; one that somebody else opened for the person does not.
 */
export const PROOF = {
  seconds: 600,
  signIns: ['password', 'code', 'passkey'],
  /** Hours within which the previous contacts can undo a change. */
  undoHours: 72,
  /** Wrong documents after which the link in such a message stops working. */
  undoTries: 5,
} as const;

/** Whether this kind of sign-in proves the person's identity. */
export const isProof = (method: string): boolean => (PROOF.signIns as readonly string[]).includes(method);

/** Changes of a person's credentials and contacts, as worded in the message about them (N-33). */
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
