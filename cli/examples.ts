import type { Command } from 'commander';
import { leavesOf, pathOf } from './program.ts';

/** Examples more useful than those derived from a command's arguments; written after `orbita`. */
const EXAMPLES: Record<string, readonly string[]> = {
  login: ['--url https://api.example --tenant nova login'],
  'tenant create': [
    'tenant create -f nova.yaml',
    'tenant create -f nova.yaml --service-token Secretaria',
    'tenant create nova --name "Faculdade Nova" --hosts nova.example,www.nova.example',
  ],
  'tenant copy': [
    'tenant copy alfa --from cell1.env --to cell2.env',
    'tenant copy alfa --from cell1.env --to cell2.env --switch',
  ],
  'cell map': ['cell map cells.json > Caddyfile', 'cell map cells.json --format haproxy-map > cells.map'],
  'tenant notice-addresses': ['tenant notice-addresses alfa'],
  'tenant notice-secret': ['tenant notice-secret alfa cielo', 'tenant notice-secret alfa pix --overlap 24'],
  'token create': [
    '--tenant nova token create Secretaria --scopes subscriptions,essays,documents --days 90',
    '--tenant nova token create Polo --scopes subscriptions --institutions NOVA',
    '--tenant nova token create Tesouraria --scopes payments.read,payments.settle',
  ],
  'token list': ['--tenant nova token list --state active'],
  'staff invite': [
    '--tenant nova staff invite --name "Ana Administração" --email ana@nova.example --role administracao',
    '--tenant nova staff invite --name "Bia" --email bia@nova.example --role secretaria,coordenacao --institutions NOVA',
  ],
  'staff list': ['--tenant nova staff list --state active --role banca'],
  'staff roles': ['--tenant nova staff roles'],
  'staff grant': ['--tenant nova staff grant 61 --role secretaria --institutions NOVA'],
  'report show': [
    '--tenant nova report show funnel --course ADM',
    '--tenant nova report show campaigns --file campanhas.csv',
  ],
  'block list': ['block list --state active'],
  'catalogue validate': ['--tenant nova catalogue validate -f nova.yaml'],
  'catalogue plan': [
    '--tenant nova catalogue plan -f nova/',
    '--tenant nova --json catalogue plan -f nova.yaml',
  ],
  'catalogue apply': [
    '--tenant nova catalogue apply -f nova.yaml',
    '--tenant nova catalogue apply -f nova/ --yes',
  ],
  'catalogue export': [
    '--tenant nova catalogue export -f copy/',
    '--tenant nova catalogue export -f copy.yaml --yes',
  ],
  'catalogue edit': [
    '--tenant nova catalogue edit classes ADM-ESSAY/T1 --set slots=60',
    '--tenant nova catalogue edit offers ADM-ESSAY --set active=false --plan',
  ],
  'catalogue copy': [
    '--tenant nova catalogue copy NOV01 2026-1 2026-2 --weeks 26 --rename 2026-1=2026-2 --plan',
  ],
  'catalogue undo': ['--tenant nova catalogue undo 42 --plan'],
  'catalogue versions': ['--tenant nova catalogue versions'],
  'catalogue version': ['--tenant nova catalogue version 42'],
  'catalogue entries': ['--tenant nova catalogue entries offers --intake 2026-1'],
  'catalogue entry': ['--tenant nova catalogue entry classes ADM-ESSAY/T1'],
  'catalogue schema': ['--tenant nova catalogue schema > catalogue.schema.json'],
  'subscription list': [
    'subscription list --state 5,7',
    'subscription list --document 111.222.333-96',
    'subscription list --offer ADM-ESSAY --external-id B-1',
    'subscription list --institution NOVA --since 2026-01-10T00:00:00-03:00 --json',
  ],
  'subscription access-key issue': ['subscription access-key 7001 --purpose payment --days 3 --notify'],
  'payment resolve': [
    'payment resolve 8001 --mark amount-higher --reason "Doação, diz quem pagou"',
    'payment resolve 8001 --mark payment-of-closed-charge --settled --reason "Vale como pagamento"',
  ],
  'reconciliation run': ['reconciliation run CUA01 --provider pix'],
  'slip remittance create': ['slip remittance create FBX01'],
  'slip remittance download': ['slip remittance download 9901 -f FBX01.rem --yes'],
  'slip return list': ['slip return list --institution FBX01'],
  'slip return show': ['slip return show 9971'],
  'slip return import': ['slip return import FBX01 -f CB241100.RET'],
  'reconciliation differences': ['reconciliation differences --state open'],
  'essay list': ['essay list --state finished'],
  'essay grade': [
    'essay grade 7001 --score 720 --feedback "Bom texto."',
    'essay grade 7002 --score 0 --plagiarism --yes',
  ],
  'essay similar': ['essay similar 7001'],
  'essay second-grade': ['essay second-grade 7001 --reason "Nota muito alta para o texto"'],
  'essay graders': ['essay graders --from 2026-01-01 --to 2026-01-31'],
  'test list': ['test list --state coming'],
  'test show': ['test show 12'],
  'test mark': ['test mark 12 7001', 'test mark 12 7001 --absent'],
  'test roll': ['test roll 12'],
  'test results': ['test results 12 -f results.csv --yes'],
  'test book': ['test book 7001 12'],
  'test cancel': ['test cancel 12 --yes'],
  'exam-score ask': ['exam-score ask 7001 251000000005 2025'],
  'paper retry': ['paper retry 5001'],
  'discipline choose': ['discipline choose 7001 PSI151,PSI152'],
  'questionnaire read': ['questionnaire read 7501'],
  'questionnaire fill': ['questionnaire fill 7001 graduate -f graduate.json'],
  'document send': ['document send 7001 -f rg.pdf'],
  'person contacts': [
    'person contacts 9001 --email um@exemplo.test --check document --reason "Perdeu o e-mail"',
  ],
  'person decide-case': ['person decide-case 71 given --check document --reason "Veio com a identidade"'],
  'subscription course-change': ['subscription course-change 5001 ADM CT --reason "Mudou de cidade"'],
  'subscription access-key ask-confirmation': ['subscription access-key ask-confirmation 5001'],
  'subscription part': ['subscription part 5001 charges', 'subscription part 5001 documents'],
  'subscription slip': ['subscription slip 8001 -o boleto.pdf'],
  'subscription contract': ['subscription contract 8101'],
  'subscription deadlines': ['subscription deadlines 5001'],
  'subscription dossier': ['subscription dossier 5001 -o inscricao-5001.pdf --reason audit'],
  'subscription withdraw-discount': [
    'subscription withdraw-discount 5001 enrollment --reason "Foi dado à pessoa errada"',
  ],
  'subscription extend': ['subscription extend 5001 payment 2026-01-26 --reason "Banco fora do ar"'],
  'subscription discounts': ['subscription discounts 5001'],
  'subscription discount': [
    'subscription discount 5001 enrollment 2026-01-31 --percent 10 --reason "Combinado com a diretoria"',
    'subscription discount 5001 enrollment 2026-01-31 --amount 50 --all',
  ],
  'offer open': ['offer open adm'],
  'offer apply': [
    'offer apply ADM-ESSAY ADM BH 40450560686 --name "Candidata Dezenove" --birth 1998-08-18 --email dezenove@exemplo.test --phone 31900000019 --paper identity-card --schooling high-school --consent',
  ],
  'offer extend': ['offer extend ADM-ESSAY payment 2026-01-26 --reason "Banco fora do ar"'],
  'subscription course-options': ['subscription course-options 5001 --course CCO'],
  'move list': ['move list course-changed --from 2026-01-12T00:00:00-03:00'],
  'document cover': ['document cover 6002 6001 --reason "O CPF está no RG"'],
  'test slots': ['test slots 5001'],
  'person identity': [
    'person identity 9001 --name "Candidata Um" --proof identity-card --reason "Nome escrito errado"',
  ],
  'person find': ['person find "cand um"'],
  'person import': ['person import -f people.csv'],
  'person institution-filter': ['person institution-filter 7001 off'],
  'subscription import': ['subscription import -f applications.csv'],
  'exam-score list': ['exam-score list --state not-found'],
  'exam-score show': ['exam-score show 7501'],
  'exam-score decide': [
    'exam-score decide 7501 approved --scores 600,640.5,580,660,620',
    'exam-score decide 7501 not-found',
    'exam-score decide 7501 bulletin-refused --reason unreadable',
  ],
  'essay attempts': ['essay attempts 7001 1'],
  'essay accommodate': [
    'essay accommodate 7001 30 --notes "Ledor"',
    'essay accommodate 7001 30 --message "Você tem 30 minutos a mais."',
  ],
  'essay refuse': ['essay refuse 7001 --reason "Falta o laudo."'],
  'discipline decide': [
    'discipline decide 7001 favourable --accepted PSI101,PSI102 --term 2',
    'discipline decide 7001 unfavourable',
  ],
  'subscription decide': [
    'subscription decide 7001 approved',
    'subscription decide 7001 rejected --reason "Sem histórico" --yes',
  ],
  'class capacity': ['class capacity T2 35', 'class capacity T2 35 --offer EXT-EXCEL'],
  'document list': ['document list --state sent --page-size 50', 'document list --subscription 7001'],
  'document reject': [
    'document reject 7001 --reason unreadable',
    'document reject 7001 --reason other --note "Falta o verso"',
  ],
  'document waive': ['document waive 7001 --note "Visto no balcão"'],
  'document show': ['document show 7001'],
  'document reopen': ['document reopen 7001 --reason "Faltou olhar o verso"'],
  'document approve-all': [
    'document approve-all 7001:3 7002:2',
    'document approve-all 7001:3 7002:2 --unless-last',
  ],
  'export run': [
    'export run subscriptions --state 5,7 --institution CUA01',
    'export run subscriptions --format xlsx --columns number,name,status --reason "Ligar para quem parou"',
  ],
  'export list': ['export list'],
  'export show': ['export show 71'],
  'export download': ['export download 71 -f lista.csv'],
  'export cancel': ['export cancel 71'],
  'approval list': ['approval list', 'approval list --state decided --institution CUA01'],
  'approval show': ['approval show 7001'],
  'queue list': ['queue list --institution CUA01'],
  'queue show': ['queue show enrolment-documents --page-size 50', 'queue show student-numbers'],
  'queue assignees': ['queue assignees essays --institution CUA01'],
  'queue share': [
    'queue share enrolment-documents 61 --count 10',
    'queue share essays --group 71 --count 50 --institution CUA01',
  ],
  'queue assign': [
    'queue assign document 6001 --to 61 --reason "Conhece o curso"',
    'queue assign essay 7001 --group 71',
    'queue assign essay 7001 --back',
  ],
  'queue assignments': ['queue assignments document 6001'],
  'group list': ['group list --institution CUA01'],
  'group create': ['group create CUA01 "Banca de Direito" --members 61,62'],
  'group change': ['group change 71 --name "Banca da noite"', 'group change 71 --add 63,64 --remove 61'],
  'group end': ['group end 71'],
  'document download': ['document download 7001 -o rg.jpg'],
  'cancellation show': ['cancellation show 9101'],
  'cancellation decide': [
    'cancellation decide 7001 confirmed --refund 360.00 --refund-by 2026-02-20 --yes',
    'cancellation decide 7001 denied --reason "Prazo encerrado"',
  ],
  'payment list': [
    'payment list --attention any',
    'payment list --method manual --state pending --institution CUA01',
  ],
  'payment search': [
    'payment search E00000000202601121350abcdef12345',
    'payment search --amount 360.00 --day 2026-01-12',
  ],
  'payment show': ['payment show 8001'],
  'payment refunds list': ['payment refunds list --state waiting'],
  'payment due': ['payment due 5001'],
  'payment recurrence': ['payment recurrence 5001'],
  'payment settle': [
    'payment settle 8001 --proof "Recibo 17"',
    'payment settle 8001 --received-at 2026-01-20T14:00:00-03:00',
  ],
  'payment refuse': ['payment refuse 8001 --reason "Sem comprovante"'],
  'payment manual': ['payment manual 5001 --amount 360.00 --reason "Paga em dinheiro"'],
  'payment refund': [
    'payment refund 8001 --amount 40.00 --reason "Pago a mais"',
    'payment refund 8001 --amount 360.00 --reason "Devolvido por transferência" --outside --yes',
  ],
  'month list': ['month list --attention any', 'month list --state failed --since 2026-02-01T00:00:00-03:00'],
  'month show': ['month show 9801'],
  'month refund': [
    'month refund 9801 --amount 360.00 --reason "Paga duas vezes"',
    'month refund 9801 --amount 360.00 --reason "Devolvida por transferência" --outside --yes',
  ],
  'month resolve': ['month resolve 9801 --mark amount-lower --reason "Desconto combinado"'],
  'questionnaire list': [
    'questionnaire list --state submitted',
    'questionnaire list --state submitted --json',
  ],
  'questionnaire decide': [
    'questionnaire decide 7501 approved',
    'questionnaire decide 7501 returned --comment "Falta a especialização"',
  ],
  'interview list': ['interview list --state requested'],
  'interview read': ['interview read 7701'],
  'interview people': ['interview people EPA01'],
  'interview cancel': ['interview cancel 7701 --reason "Mudou a agenda"'],
  'interview appoint': [
    'interview appoint 7701 --at 2026-01-20T14:00:00-03:00 --place "Sala 2"',
    'interview appoint 7701 --at 2026-01-20T14:00:00-03:00 --link https://sala.example/2',
  ],
  'interview held': ['interview held 7701', 'interview held 7701 --missed'],
  'interview decide': [
    'interview decide 7701 approved',
    'interview decide 7701 rejected --reason "Perfil" --yes',
  ],
  'provider list': ['provider list CUA01'],
  'privacy show': ['privacy show 7001'],
  'privacy decide': [
    'privacy decide 7001 concluded --answer "Com o banco"',
    'privacy decide 7001 denied --reason "Falta o documento"',
  ],
  'privacy find-kept': ['privacy find-kept cpf 52998224725 --reason court'],
  'privacy conclude': ['privacy conclude 7001 --answer "Dados corrigidos"', 'privacy conclude 7001 --yes'],
  'message templates': ['message templates'],
  'message preview': [
    'message preview N-05 --institution CUA01',
    'message preview N-17 --institution CUA01 --paragraph "Dúvidas? Fale com a tesouraria."',
  ],
  'message list': ['message list --state failed', 'message list --subscription 7001'],
  audit: [
    'audit --subject /orbita/api/operations/subscriptions/7001',
    'audit --by "Ana da secretaria" --since 2026-01-10T00:00:00-03:00',
  ],
  'webhook add': [
    'webhook add NOVA https://academico.nova.example/avisos',
    'webhook add NOVA https://academico.nova.example/avisos --kinds enrollment.completed',
  ],
  'webhook show': ['webhook show 3001'],
  'webhook rotate': ['webhook rotate 3001 --overlap 48'],
  'webhook remove': ['webhook remove 3001 --yes'],
  'webhook change': [
    'webhook change 3001 https://academico.nova.example/avisos',
    'webhook change 3001 https://academico.nova.example/avisos --disable',
  ],
  'webhook deliveries': ['webhook deliveries --endpoint 3001 --state failed'],
  'webhook replay': [
    'webhook replay 41',
    'webhook replay --endpoint 3001 --from 2026-01-10T00:00:00-03:00 --to 2026-01-11T00:00:00-03:00',
  ],
  'sim clock': ['sim clock', 'sim clock 2026-01-20T14:00:00-03:00 --run', 'sim clock real'],
  'sim pay': ['sim pay 7001', 'sim pay 7001 --result denied'],
  'sim outbox': ['sim outbox --to ana@exemplo.test'],
  'sim job': ['sim job outbox'],
  'sim fault': ['sim fault pix down', 'sim fault pix ok'],
  'block add': [
    'block add 52998224725 --reason "Documento falso"',
    'block add AB123456 --type passport --reason "Documento falso"',
  ],
  'handoff create': ['handoff create 7001 --redirect-to subscriptions'],
  completion: ['completion bash > ~/.local/share/bash-completion/completions/orbita'],
};

/** Sample values of arguments and options, by name. */
const SAMPLES: Record<string, string> = {
  alias: 'nova',
  code: 'ADM-1',
  document: '52998224725',
  reason: '"Motivo"',
  name: 'Secretaria',
  text: '"Ligou hoje."',
  file: 'resultados.csv',
  path: 'resultados.csv',
  studentLyceumId: '20260001',
  at: '2026-01-20T14:00:00-03:00',
  score: '700',
  amount: '360.00',
  decision: 'approved',
};

const sample = (name: string): string => SAMPLES[name] ?? '7001';

/** The shortest accepted command line, derived from its arguments and mandatory options. */
const shortest = (command: Command): string =>
  [
    pathOf(command),
    ...command.registeredArguments.filter(({ required }) => required).map((given) => sample(given.name())),
    ...command.options
      .filter(({ mandatory }) => mandatory)
      .map(
        (option) =>
          `${option.long ?? option.short}${option.required ? ` ${sample(option.attributeName())}` : ''}`,
      ),
  ].join(' ');

/** Example command lines for a command, without `orbita` in front. */
export const examplesOf = (command: Command): readonly string[] =>
  EXAMPLES[pathOf(command)] ?? [shortest(command)];

/** Appends examples to every command's help. */
export function addExamples(program: Command): void {
  for (const command of leavesOf(program)) {
    const lines = examplesOf(command).map((line) => `  orbita ${line}`);
    command.addHelpText('after', `\nExamples:\n${lines.join('\n')}`);
  }
}
