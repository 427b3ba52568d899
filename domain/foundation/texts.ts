/** Texts of field rules, shared by every form and by the answers of the API (spec 2.4). */
export const TEXTS = {
  required: 'Obrigatório.',
  maxLength: (length: number) => `Máximo de ${length} caracteres.`,
  minLength: (length: number) => `Mínimo de ${length} caracteres.`,
  specialCharacters: 'Caracteres especiais não são permitidos.',
  nameAndSurname: 'Informe Nome e Sobrenome.',
  date: 'Confira a data. Escreva dia, mês e ano: 25/04/2003.',
  pastDate: 'Esta data já passou. Escreva outra.',
  futureDate: 'Esta data ainda não chegou. Confira o ano.',
  underAge: 'Você precisa ter 14 anos ou mais. Confira o ano.',
  phone: 'Telefone inválido.',
  cellPhone: 'Celular inválido.',
  zipCode: 'CEP inválido.',
  email: 'E-mail inválido.',
  cpf: 'CPF inválido.',
  /** For files in which a spreadsheet program treated the CPF as a number and dropped its zeros. */
  cpfZeros: 'CPF inválido: faltam zeros à esquerda. O CPF tem 11 números; deixe a coluna como texto.',
  /** Why an RG is refused: invalid characters, the word 'null', fewer than six characters, all identical. */
  rg: {
    characters: 'RG inválido. Use só letras e números, até 20.',
    nothing: 'RG inválido. Escreva o número, sem a palavra "null".',
    short: 'RG inválido. Escreva 6 ou mais letras e números.',
    identical: 'RG inválido. As letras e os números são todos iguais.',
  },
  city: 'Selecione uma cidade.',
  rne: 'RNE inválido.',
  passport: 'Passaporte inválido.',
} as const;
