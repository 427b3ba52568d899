/** Texts of field rules, shared by every form and by the answers of the API (spec 2.4). */
export const TEXTS = {
  required: 'Obrigatório.',
  maxLength: (length: number) => `Máximo de ${length} caracteres.`,
  minLength: (length: number) => `Mínimo de ${length} caracteres.`,
  specialCharacters: 'Caracteres especiais não são permitidos.',
  nameAndSurname: 'Informe Nome e Sobrenome.',
  date: 'Data inválida.',
  birthDate: 'Data de nascimento inválida.',
  phone: 'Telefone inválido.',
  cellPhone: 'Celular inválido.',
  zipCode: 'CEP inválido.',
  email: 'E-mail inválido.',
  cpf: 'CPF inválido.',
  rg: 'RG inválido.',
  city: 'Selecione uma cidade.',
  rne: 'RNE inválido.',
  passport: 'Passaporte inválido.',
} as const;

/** Texts of answers that carry no field (spec 2.3). */
export const GENERIC_TEXTS = {
  checkFields: 'Confira os campos.',
  sessionExpired: 'Sua sessão expirou. Entre novamente.',
  forbidden: 'Você não tem permissão para acessar este conteúdo.',
  notFound: 'Registro não encontrado.',
  tooManyAttempts: 'Muitas tentativas. Aguarde e tente novamente.',
  unavailable: 'Sistema indisponível. Tente novamente mais tarde.',
} as const;
