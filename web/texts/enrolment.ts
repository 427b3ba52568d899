/** Texts of the enrolment data (spec 12.3). */
export const enrolmentTexts = {
  position: (at: number, of: number) => `Parte ${at} de ${of}`,
  back: 'Voltar',
  backTo: (part: string) => ` para ${part.toLowerCase()}`,
  save: 'Salvar e continuar',
  saving: 'Salvando…',
  saveFailed: 'Não foi possível salvar. Tente novamente.',
  loading: 'Carregando seus dados',
  select: 'Selecione',

  personalTitle: 'Seus dados pessoais',
  personalLead: 'Confira o que já sabemos e complete o que falta. Tenha o RG por perto.',

  schoolingTitle: 'Escolaridade e endereço',
  schoolingLead: 'Onde você estudou e onde você mora.',
  school: 'Onde você estudou',
  level: 'Sua escolaridade',
  address: 'Onde você mora?',
  addressLead: 'Comece pelo CEP. Nós preenchemos o resto e você confere.',
  yearExample: 'aaaa',
  fiesNote: 'Só para sabermos. Não muda sua matrícula.',

  guardianTitle: 'Responsável financeiro',
  guardianWho: 'Quem é o responsável',
  guardianContacts: 'Contato do responsável',
  guardianAddress: 'Endereço do responsável',
  guardianCode: 'É para estes contatos que enviamos o código de aceite do contrato.',
} as const;
