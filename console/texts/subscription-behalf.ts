/** "Corrigir dados" (spec 25.6.3). */
export const identityTexts = {
  title: 'Corrigir dados',
  name: 'Nome civil',
  birthDate: 'Nascimento',
  documentType: 'Documento para entrar',
  documentTypes: { cpf: 'CPF', rne: 'RNE', passport: 'Passaporte' },
  document: 'Número do documento',
  rg: 'RG',
  rgIssuer: 'Órgão emissor',
  rgState: 'UF',
  noState: 'Nenhuma',
  nothing: 'Mude ao menos um dado.',
  proof: 'O que prova o dado novo',
  proofs: {
    'identity-card': 'Documento de identidade',
    'civil-record': 'Certidão de nascimento ou casamento',
    'cpf-record': 'Comprovante do CPF',
    'foreign-document': 'Passaporte ou RNE',
    'court-order': 'Decisão da Justiça',
  },
  happens: 'Os dados mudam em todas as inscrições da pessoa.',
  happensDocument:
    'Os dados mudam em todas as inscrições da pessoa. Ela sai de onde estiver e entra com o documento novo. A senha continua a mesma.',
  locked: (at: string) =>
    `O contrato foi aceito em ${at}. O texto aceito fica como era, mesmo que estes dados mudem.`,
  without: 'Nenhuma mensagem: a pessoa não tem e-mail.',
} as const;
