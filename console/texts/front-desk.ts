import type { PersonName } from '@orbita/ui/person-name.ts';

/** "Estender prazo". */
export const deadlineTexts = {
  title: 'Estender prazo',
  loading: 'Carregando os prazos…',
  none: 'Nenhum prazo corre nesta inscrição agora.',
  which: 'Qual prazo',
  now: (day: string) => `Agora vai até ${day}`,
  until: 'Novo prazo',
  untilHint: (latest: string) => `Um dia depois do prazo de agora, até ${latest}.`,
  untilMissing: 'Escolha o dia.',
  notLater: 'Escolha um dia depois do prazo de agora.',
  tooLate: (latest: string) => `No máximo até ${latest}.`,
  whom: 'Para quem',
  one: 'Só esta inscrição',
  all: (offer: string) => `Todas em andamento: ${offer}`,
  open: (count: number) =>
    count === 1 ? 'Só esta inscrição está neste ponto agora' : `${count} inscrições estão neste ponto agora`,
  second: (day: string) => `Prazos depois de ${day} precisam de outra pessoa para aprovar.`,
  secondAll: 'Um prazo para todas as inscrições precisa de outra pessoa para aprovar.',
  ask: 'Pedir aprovação',
  asking: 'Pedindo…',
  happens: {
    steps: 'A pessoa ganha mais dias para tudo o que falta até o contrato: seleção, dados e aceite.',
    payment: 'A pessoa pode pagar até o novo dia. Um boleto ou Pix já gerado não muda: ela pode gerar outro.',
    documents: 'A pessoa vê o novo dia junto dos documentos que faltam.',
  },
  happensSecond: 'Nada muda até outra pessoa aprovar.',
  earlier: 'Já estendido para toda a oferta',
  earlierOne: (until: string, by: PersonName, count: number) =>
    `Até ${until}, por ${by}: ${count} inscrições`,
  working: 'ainda em andamento',
} as const;

/** "Dar desconto". */
export const discountDialogTexts = {
  title: 'Dar desconto',
  loading: 'Carregando os valores…',
  none: 'Não há pagamento a fazer nesta inscrição.',
  payment: 'Em qual pagamento',
  payments: { tax: 'Taxa de inscrição', enrollment: 'Matrícula' },
  price: (first: string, all: string) =>
    first === all ? `Até ${first}` : `Até ${first} agora, ${all} ao todo`,
  kind: 'Tipo de desconto',
  percent: 'Porcentagem',
  amount: 'Valor em reais',
  size: { percent: 'Quantos por cento', amount: 'Valor' },
  wrong: { percent: 'De 0,01 a 100.', amount: 'Escreva o valor assim: 349,00.' },
  instalments: 'Em quais parcelas',
  first: 'Na primeira parcela',
  all: 'Em todas as parcelas',
  until: 'Vale até',
  untilHint: (latest: string) => `Até ${latest}.`,
  untilMissing: 'Escolha o dia.',
  untilWrong: (latest: string) => `De hoje até ${latest}.`,
  current: (size: string, until: string) =>
    `Já tem desconto de ${size}, até ${until}. O novo fica no lugar dele.`,
  withdraw: {
    open: 'Retirar este desconto',
    title: 'Retirar desconto',
    verb: 'Retirar desconto',
    busy: 'Retirando…',
    done: 'Desconto retirado. O preço cheio vale de novo.',
    happens: (size: string) =>
      `O desconto de ${size} deixa de valer agora. Uma cobrança aberta com ele é cancelada, e a pessoa gera outra pelo preço cheio. O que já foi pago não muda.`,
  },
  second: (limit: string) => `Acima de ${limit} outra pessoa precisa aprovar.`,
  ask: 'Pedir aprovação',
  asking: 'Pedindo…',
  happens:
    'O desconto aparece já no pagamento desta inscrição. Só ela pode usar, uma vez. Uma cobrança aberta não muda: a pessoa gera outra para pagar com o desconto.',
  happensSecond: 'Nada muda até outra pessoa aprovar.',
} as const;

/** "Nova inscrição", for somebody at the front desk. */
export const applyTexts = {
  title: 'Nova inscrição',
  lead: 'Para quem está aqui na sua frente, com um documento.',
  course: 'Curso',
  find: 'Procurar curso',
  findHint: 'Comece pelo nome do curso.',
  loading: 'Carregando os cursos…',
  noCourse: 'Nenhum curso aberto com este nome.',
  moreCourses: 'Há mais cursos. Escreva mais do nome.',
  courseMissing: 'Escolha o curso.',
  pole: 'Polo',
  poleMissing: 'Escolha o polo.',
  left: (count: number) => (count === 0 ? 'Sem vagas' : count === 1 ? '1 vaga' : `${count} vagas`),
  person: 'Pessoa',
  documentType: 'Tipo de documento',
  types: { cpf: 'CPF', rne: 'RNE ou RNM', passport: 'Passaporte' },
  document: 'Número do documento',
  name: 'Nome completo',
  birthDate: 'Data de nascimento',
  email: 'E-mail',
  cellPhone: 'Celular',
  contactHint: 'A pessoa confirma por um código. Se ela já tem cadastro, valem os contatos dela.',
  paper: 'Documento que você viu',
  papers: {
    'identity-card': 'Identidade com foto',
    'driving-licence': 'Carteira de motorista',
    'foreign-document': 'Documento de estrangeiro ou passaporte',
  },
  paperMissing: 'Escolha o documento que você viu.',
  schooling: 'Escolaridade',
  select: 'Escolha',
  expectedYear: 'Ano em que termina',
  consent: 'A pessoa leu o aviso de privacidade e concorda.',
  consentMissing: 'Sem isso a inscrição não pode ser feita.',
  required: 'Preencha este campo.',
  verb: 'Fazer inscrição',
  busy: 'Fazendo a inscrição…',
  notYours: 'O contrato e o pagamento são só dela: você não aceita nem paga por ela.',
  done: (id: number) => `Inscrição nº ${id} feita`,
  known: 'A pessoa já tinha cadastro. Os dados dela ficaram como estavam.',
  linked: 'Ela recebeu uma mensagem com o link da inscrição.',
  byCode:
    'Ela recebeu uma mensagem. Para entrar, usa o documento e um código que chega no e-mail ou celular.',
  open: 'Abrir inscrição',
  another: 'Fazer outra inscrição',
  exists: (id: number) => `Abrir a inscrição nº ${id}`,
  wrong: 'Confira os campos marcados.',
} as const;

/** "Baixar dossiê". */
export const dossierTexts = {
  title: 'Baixar dossiê',
  happens:
    'Você baixa um PDF com dados, prova do contrato, pagamentos, nomes dos documentos e tudo o que aconteceu. Ele não fica guardado aqui. Cuide dele: tem dados pessoais.',
  audience: 'Fica na auditoria, com seu nome e o motivo.',
  reason: 'Para quê',
  reasonMissing: 'Escolha para que é o dossiê.',
} as const;
