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
