/** Texts of a file that is uploaded. */
export const fileTexts = {
  retry: 'Tentar de novo',
  removeFile: (name: string) => `Remover ${name}`,
  cancelUpload: (name: string) => `Cancelar envio de ${name}`,
  uploadOf: (name: string) => `Envio de ${name}`,
} as const;
