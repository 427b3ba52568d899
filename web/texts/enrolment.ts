/** Texts of the enrolment data (spec 12.3). */
export const enrolmentTexts = {
  position: (at: number, of: number) => `Parte ${at} de ${of}`,
  back: 'Voltar',
  backTo: (part: string) => ` para ${part.toLowerCase()}`,
  save: 'Salvar e continuar',
  saving: 'Salvando…',
  saveFailed: 'Não foi possível salvar. Tente de novo.',
  loading: 'Carregando seus dados',
  select: 'Selecione',

  personalTitle: 'Seus dados pessoais',
  personalLead: 'Confira o que já sabemos e complete o que falta. Tenha o RG por perto.',

  schoolingTitle: 'Escolaridade e endereço',
  schoolingLead: 'Onde você mora e onde você estudou.',
  school: 'Onde você estudou',
  schoolState: 'Estado da escola',
  schoolCity: 'Cidade da escola',
  schoolAtHome: 'É a cidade do seu endereço. Se você estudou em outra, mude.',
  level: 'Sua escolaridade',
  address: 'Onde você mora?',
  yearExample: 'aaaa',
  conclusionSure: (age: number) => `Sim, concluí aos ${age} anos.`,
  fiesNote: 'Só para sabermos. Não muda sua matrícula.',

  guardianTitle: 'Responsável financeiro',
  guardianWho: 'Quem é o responsável',
  guardianContacts: 'Contato do responsável',
  guardianAddress: 'Endereço do responsável',
  guardianCode: 'É para estes contatos que enviamos o código de aceite do contrato.',
} as const;

/** Texts of the choice of a class (S-26, spec 12.3). */
export const classTexts = {
  documentTitle: 'Turma',
  title: 'Em qual turma você quer estudar?',
  lead: 'Quando você escolhe, a vaga é sua enquanto você paga.',
  legend: 'Turma',
  required: 'Selecione uma turma.',
  choose: 'Escolher turma',
  choosing: 'Reservando sua vaga…',
  full: 'Sem vagas',
  slots: (count: number) => (count === 1 ? '1 vaga' : `${count} vagas`),
  hours: (from: string, to: string) => `${from} às ${to}`,
  starts: (day: string) => `Início em ${day}`,
  empty: 'Não há turmas com vaga agora. Quando houver, mandamos um e-mail.',
  held: 'Sua vaga está reservada por',
  failed: 'Não foi possível salvar. Tente de novo.',
  loadFailed: 'Não foi possível carregar as turmas.',
  loading: 'Carregando as turmas',
  look: 'Ver as turmas',
  lookLead: 'Você escolhe a turma depois de aceitar o contrato.',
} as const;

/** Texts of the choice of disciplines (S-27, spec 12.3). */
export const disciplineTexts = {
  title: 'Suas disciplinas',
  lead: 'É o que você vai estudar no primeiro período.',
  loading: 'Carregando as disciplinas',
  loadFailed: 'Não foi possível carregar as disciplinas.',
  fixed: 'Disciplinas já definidas',
  electives: 'Disciplinas eletivas',
  noElectives: 'Não há eletivas para escolher. Olhe a lista e siga.',
  /** The counter of spec 12.3. */
  counter: (count: number, most: number) => `${count} de ${most}`,
  full: 'Para trocar, desmarque uma antes.',
  kinds: { mandatory: 'Obrigatória', elective: 'Eletiva', accepted: 'Aproveitada' },
  note: (code: string, hours: number, kind: string) => `${code} · ${hours} h · ${kind}`,
} as const;
