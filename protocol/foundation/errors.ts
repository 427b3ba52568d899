import { VIEW_ONLY_TEXT } from '@orbita/domain/staff';
import { z } from 'zod';

const SESSION_OVER = 'Sua sessão expirou. Entre novamente.';
const NOT_FOUND_TEXT = 'Registro não encontrado.';
const SLOW_DOWN = 'Muitas tentativas. Aguarde e tente de novo.';
const DOWN = 'Sistema indisponível. Tente mais tarde.';
const PRICE_MISSING = 'Tabela de preços não cadastrada. Entre em contato com a instituição.';
const CANNOT_AUTHENTICATE = 'Não foi possível entrar. Fale com a instituição.';

/** Every error code of the API with its HTTP status and its user-facing text (spec 2.3 and the call tables). */
export const errorCatalogue = {
  MALFORMED: { status: 400, text: 'Não foi possível ler a solicitação. Confira os dados enviados.' },
  IDEMPOTENCY_KEY_REQUIRED: { status: 400, text: 'Falta a chave que evita repetições. Tente de novo.' },
  VERSION_REQUIRED: { status: 400, text: 'Recarregue a página antes de decidir.' },
  INSTITUTION_CODE_REQUIRED: { status: 400, text: 'Informe a instituição da inscrição.' },
  TENANT_REQUIRED: { status: 400, text: 'Informe a instituição mantenedora no cabeçalho x-tenant-alias.' },

  UNAUTHENTICATED: { status: 401, text: SESSION_OVER },
  GUARDIAN_LINK_INVALID: {
    status: 401,
    text: 'Este link não vale mais. Peça um novo link para quem mandou este.',
  },
  PAYER_LINK_INVALID: {
    status: 401,
    text: 'Este link não vale mais. Peça um novo link para quem mandou este.',
  },
  SERVICE_TOKEN_INVALID: {
    status: 401,
    text: 'Token de serviço ausente, desconhecido, vencido ou revogado. Confira o cabeçalho Authorization.',
  },
  STAFF_SESSION_OVER: {
    status: 401,
    text: 'Sua sessão terminou. Entre novamente; o que você digitou continua aqui.',
  },
  IDP_REFUSED: { status: 401, text: 'O acesso da sua instituição recusou a entrada.' },
  BAD_CREDENTIALS: { status: 401, text: 'CPF ou senha incorretos.' },
  SOCIAL_TOKEN_INVALID: { status: 401, text: CANNOT_AUTHENTICATE },

  PASSKEY_REFUSED: {
    status: 401,
    text: 'Não foi possível entrar com a chave de acesso. Entre de outra forma.',
  },

  CARD_DENIED: { status: 402, text: 'Seu cartão não foi aprovado.' },

  FORBIDDEN: { status: 403, text: 'Você não tem permissão para acessar este conteúdo.' },
  REAUTH_REQUIRED: { status: 403, text: 'Confirme que é você para continuar.' },
  SECOND_PERSON_NEEDED: {
    status: 403,
    text: 'Esta mudança mexe com acessos ou dinheiro. Uma pessoa da administração pede pela equipe e outra aprova.',
  },
  STRONGER_SIGN_IN: { status: 403, text: 'Cadastre uma chave de acesso para fazer isto.' },
  INVITE_OTHER_PERSON: { status: 403, text: 'Este convite é de outra pessoa.' },
  NO_ROLE: {
    status: 403,
    text: 'Seu acesso ainda não tem uma função. Fale com a administração da sua instituição.',
  },
  GROUPS_MISSING: {
    status: 403,
    text: 'O acesso da sua instituição não informou seus grupos. Avise a administração.',
  },
  GROUPS_UNREADABLE: {
    status: 403,
    text: 'O acesso da sua instituição informou seus grupos em uma forma que não sabemos ler. Avise a administração.',
  },
  OWN_GRANT: { status: 403, text: 'Outra pessoa da administração precisa mudar suas funções.' },
  LINKED_APPROVAL: {
    status: 403,
    text: 'Uma de vocês deu acesso à outra há pouco, ou as duas usam o mesmo e-mail. Outra pessoa precisa aprovar.',
  },
  OWN_APPROVAL: { status: 403, text: 'Quem pediu não pode aprovar.' },
  OWN_FILE: { status: 403, text: 'Outra pessoa precisa conferir este arquivo.' },
  VIEW_ONLY: { status: 403, text: VIEW_ONLY_TEXT },
  ROLE_NOT_YOURS: { status: 403, text: 'Você só pode conceder para as suas instituições.' },
  TENANT_MISMATCH: { status: 403, text: 'Você não tem permissão para acessar este conteúdo.' },
  LOGIN_DISABLED: {
    status: 403,
    text: 'O portal está fechado agora. Use o link que mandamos por e-mail ou fale com a instituição.',
  },
  CODE_LOGIN_DISABLED: {
    status: 403,
    text: 'O acesso por código está desabilitado. Entre com sua senha.',
  },
  SIGNUP_DISABLED: { status: 403, text: 'A criação de contas está desabilitada. Fale com a instituição.' },
  CAPTCHA_FAILED: {
    status: 403,
    text: 'Não foi possível confirmar sua identidade. Entre com um código.',
  },
  BLOCKED: {
    status: 403,
    text: 'Não foi possível concluir sua inscrição. Entre em contato com a instituição.',
  },

  NOT_FOUND: { status: 404, text: NOT_FOUND_TEXT },
  HOST_UNKNOWN: { status: 404, text: 'Instituição não encontrada para este endereço.' },
  INSTITUTION_UNKNOWN: { status: 404, text: 'Instituição não encontrada.' },
  PARAMETER_UNKNOWN: { status: 404, text: 'Parâmetro não encontrado.' },
  USER_NOT_FOUND: { status: 404, text: 'Usuário não encontrado.' },
  NO_LINKED_USER: { status: 404, text: 'Nenhum usuário vinculado a esta conta.' },
  ZIP_NOT_FOUND: { status: 404, text: 'CEP não encontrado. Preencha o endereço.' },

  REQUEST_TIMEOUT: {
    status: 408,
    text: 'O envio parou antes do fim. Confira sua conexão e tente de novo.',
  },

  IDEMPOTENCY_CONFLICT: {
    status: 409,
    text: 'Esta solicitação já foi enviada com outros dados. Recarregue a página e tente de novo.',
  },
  STATE_CONFLICT: { status: 409, text: 'Esta ação não está disponível na situação atual.' },
  DUPLICATE: { status: 409, text: 'Este registro já existe.' },
  APPROVAL_PENDING: {
    status: 409,
    text: 'Já existe um pedido esperando aprovação para este item.',
  },
  APPROVAL_CHANGED: {
    status: 409,
    text: 'O pedido não é mais o que foi mostrado. Leia de novo antes de aprovar.',
  },
  VERSION_CONFLICT: {
    status: 409,
    text: 'Este item mudou enquanto você olhava. Confira de novo antes de decidir.',
  },
  CONCLUDES_STAGE: {
    status: 409,
    text: 'Este é o último documento que falta: a decisão conclui a etapa. Confirme para concluir.',
  },
  CATALOGUE_CHANGED: {
    status: 409,
    text: 'O catálogo mudou desde este plano. Gere o plano de novo.',
  },
  CONTACT_UNCONFIRMED: {
    status: 409,
    text: 'Nenhum contato confirmado. Peça a confirmação do e-mail ou corrija o contato.',
  },
  NOTE_LOCKED: { status: 409, text: 'Observações não mudam depois de 15 minutos. Escreva outra.' },
  CLAIMED_BY_OTHER: { status: 409, text: 'Outra pessoa está com este item. Confira quem antes de decidir.' },
  REMINDER_LIMIT: {
    status: 409,
    text: 'O limite de lembretes da instituição por dia não comporta mais estes.',
  },
  EXPORT_RUNNING: { status: 409, text: 'Você já tem uma exportação em andamento.' },
  LAST_ADMINISTRATOR: { status: 409, text: 'A instituição precisa de ao menos uma pessoa na administração.' },
  DOCUMENT_CASE_OPEN: {
    status: 409,
    text: 'Duas pessoas têm este documento. Decida na página da pessoa de quem ele é.',
  },
  ACCOUNT_EXISTS: {
    status: 409,
    text: 'Já existe uma conta com este documento. Entre ou recupere sua senha.',
  },
  SOCIAL_ALREADY_LINKED: { status: 409, text: 'Já existe outro CPF/RNE vinculado a esta conta.' },
  PROVIDER_NOT_CONFIGURED: { status: 409, text: 'Login com este provedor não configurado.' },
  PASSKEY_LIMIT: {
    status: 409,
    text: 'Você já tem 10 chaves de acesso. Remova uma para adicionar outra.',
  },
  FIELD_LOCKED: { status: 409, text: 'Para alterar este dado, fale com a instituição.' },
  PRIVACY_REQUEST_OPEN: { status: 409, text: 'Já existe uma solicitação deste tipo em andamento.' },
  REVIEW_ASKED: { status: 409, text: 'Você já pediu a revisão desta decisão. Acompanhe a resposta.' },
  REVIEW_CLOSED: {
    status: 409,
    text: 'Esta decisão não pode mais ser revista por aqui. Fale com a instituição.',
  },
  INTERVIEWER_BUSY: { status: 409, text: 'Quem entrevista já tem entrevista neste horário.' },
  SAME_GRADER: {
    status: 409,
    text: 'Quem tomou a decisão não pode revê-la. Peça a outra pessoa, identificada em X-Operator.',
  },
  INTAKE_INACTIVE: { status: 409, text: 'Processo seletivo encerrado.' },
  OFFER_INACTIVE: { status: 409, text: 'Oferta indisponível.' },
  SUBSCRIPTION_EXISTS: { status: 409, text: 'Você já possui uma inscrição para este curso.' },
  LIMIT_REACHED: { status: 409, text: 'Você atingiu o limite de inscrições ativas.' },
  NO_VACANCIES: { status: 409, text: 'Não há mais vagas para este curso.' },
  CHANGE_UNAVAILABLE: { status: 409, text: 'A alteração não está disponível para esta inscrição.' },
  TRANSITION_NOT_ALLOWED: { status: 409, text: 'Esta ação não está disponível na etapa atual da inscrição.' },
  CONTRACT_NOT_ACCEPTED: { status: 409, text: 'Aceite o contrato para continuar.' },
  SLOT_FULL: { status: 409, text: 'Este horário não está mais disponível. Escolha outro.' },
  RESCHEDULE_LIMIT: { status: 409, text: 'O prazo para reagendar terminou.' },
  ALREADY_ANALYSING: { status: 409, text: 'Sua nota já está em análise. Aguarde o resultado.' },
  INGRESS_SWITCH_FAILED: {
    status: 409,
    text: 'Não foi possível trocar a forma de ingresso. Tente de novo.',
  },
  OFFER_CHANGE_FAILED: {
    status: 409,
    text: 'Não foi possível trocar a oferta. Escolha outro curso ou polo.',
  },
  ESSAY_IN_PROGRESS: { status: 409, text: 'Você já tem uma redação em andamento. Continue de onde parou.' },
  ESSAY_FINISHED: { status: 409, text: 'Sua redação já foi finalizada. Aguarde o resultado.' },
  ESSAY_TIMED_OUT: { status: 409, text: 'O tempo acabou.' },
  NO_ATTEMPTS: { status: 409, text: 'Você já usou todas as tentativas. Fale com a instituição.' },
  NOT_ESSAY_INGRESS: { status: 409, text: 'A forma de ingresso desta inscrição não tem redação online.' },
  STALE_REVISION: { status: 409, text: 'Sua redação foi aberta em outra janela.' },
  READ_ONLY: { status: 409, text: 'O questionário já foi enviado e não pode ser alterado.' },
  CLASS_UNAVAILABLE: {
    status: 409,
    text: 'A turma selecionada não possui mais vagas ou o tempo da oferta expirou.',
  },
  ALREADY_ACCEPTED: { status: 409, text: 'O contrato desta inscrição já foi aceito.' },
  CONTRACT_CHANGED: { status: 409, text: 'O contrato foi atualizado. Leia novamente antes de aceitar.' },
  ALREADY_PAID: {
    status: 409,
    text: 'Pagamento já confirmado. Você será redirecionado para a próxima etapa.',
  },
  CLASS_HOLD_EXPIRED: { status: 409, text: 'Sua reserva de turma expirou. Escolha a turma novamente.' },
  NOT_PAYABLE: { status: 409, text: 'Não há pagamento disponível na etapa atual da inscrição.' },
  OPEN_CHARGE: {
    status: 409,
    text: 'Você já tem um pagamento em aberto. Deseja cancelá-lo e gerar outro?',
  },
  NOTHING_TO_SEND: { status: 409, text: 'Não há boleto novo nem baixa para mandar ao banco.' },
  SLIPS_NOT_BY_FILE: {
    status: 409,
    text: 'Os boletos desta instituição não vão por arquivo. Confira slipProvider e cnab no catálogo.',
  },
  SLIP_ERROR: { status: 409, text: 'Houve um erro com o seu boleto. Gere um novo.' },
  APPROVED: { status: 409, text: 'Este documento já foi aprovado e não pode ser alterado.' },
  TOO_MANY_FILES: { status: 409, text: 'Envie no máximo 5 arquivos por documento.' },
  FILES_FULL: {
    status: 409,
    text: 'Esta inscrição já tem o máximo de arquivos: 100, ou 300 MB ao todo. Remova algum para enviar outro.',
  },
  UPLOAD_MOVED: {
    status: 409,
    text: 'O envio já está em outro ponto. Ele continua de onde o servidor parou.',
  },
  UPLOAD_UNFINISHED: { status: 409, text: 'O arquivo ainda não chegou inteiro. Continue o envio.' },
  SCAN_PENDING: { status: 409, text: 'O arquivo ainda está em verificação. Tente de novo em instantes.' },
  STUDENT_NUMBER_TAKEN: { status: 409, text: 'Este número de matrícula já pertence a outra inscrição.' },
  NOT_RESENDABLE: {
    status: 409,
    text: 'Mensagens com código não são reenviadas. Peça um novo código.',
  },
  CAPACITY_BELOW_TAKEN: { status: 409, text: 'A capacidade não pode ser menor que as vagas já ocupadas.' },

  APPROVAL_OVER: { status: 410, text: 'O pedido expirou ou já foi decidido.' },
  INVITE_OVER: { status: 410, text: 'Convite expirado ou já usado. Peça outro.' },
  EXPORT_EXPIRED: { status: 410, text: 'O arquivo expirou. Gere outro.' },
  CODE_EXPIRED: { status: 410, text: 'Este código não vale mais. Peça outro.' },
  LINK_EXPIRED: { status: 410, text: 'Este link não vale mais. Peça outro.' },
  HANDOFF_EXPIRED: { status: 410, text: CANNOT_AUTHENTICATE },
  TICKET_EXPIRED: { status: 410, text: 'Não há nada para imprimir.' },

  UPLOAD_PROTOCOL: { status: 412, text: 'Este servidor continua envios pelo protocolo tus 1.0.0.' },

  FILE_TOO_BIG: { status: 413, text: 'O arquivo excede 30MB.' },
  FORMAT_NOT_ACCEPTED: { status: 415, text: 'Formato não aceito. Envie PDF ou JPEG.' },

  VALIDATION: { status: 422, text: 'Confira os campos.' },
  FILL_ALL_FIELDS: { status: 422, text: 'Preencha todos os campos.' },
  CODE_INVALID: { status: 422, text: 'Código inválido.' },
  PASSWORD_POLICY: {
    status: 422,
    text: 'A senha precisa de 8 ou mais caracteres: letra maiúscula, letra minúscula, número e um símbolo, como # ou !.',
  },
  PASSWORD_COMMON: { status: 422, text: 'Esta senha é muito comum. Escolha outra.' },
  PASSWORD_MISMATCH: { status: 422, text: 'As senhas não coincidem.' },
  PASSWORD_SAME: { status: 422, text: 'A nova senha deve ser diferente da atual.' },
  CURRENT_PASSWORD_WRONG: { status: 422, text: 'Senha atual incorreta.' },
  NOT_ELIGIBLE: {
    status: 422,
    text: 'Este curso exige ensino médio concluído até o início das aulas.',
  },
  STATUS_UNKNOWN: { status: 422, text: 'Situação desconhecida. Informe um número de situação válido.' },
  INCOMPLETE: { status: 422, text: 'Preencha as seções obrigatórias.' },
  ELECTIVE_COUNT: { status: 422, text: 'Confira a quantidade de disciplinas eletivas selecionadas.' },
  GUARDIAN_UNDERAGE: { status: 422, text: 'O responsável financeiro deve ter no mínimo 18 anos.' },
  GUARDIAN_SAME_CPF: {
    status: 422,
    text: 'O CPF do responsável deve ser diferente do CPF do candidato.',
  },
  GUARDIAN_SAME_CONTACT: { status: 422, text: 'Informe um contato diferente do candidato.' },
  GUARDIAN_REQUIRED: {
    status: 422,
    text: 'Você tem menos de 18 anos: diga quem vai pagar o curso.',
  },
  DATA_INCOMPLETE: { status: 422, text: 'Preencha os dados que faltam para continuar.' },
  PRICE_NOT_REGISTERED: { status: 422, text: PRICE_MISSING },
  PARTY_NOT_ALLOWED: { status: 422, text: 'O aceite deve ser confirmado por outra pessoa.' },
  CONFIRMATION_REQUIRED: { status: 422, text: 'Confirme o aceite com o código enviado.' },
  METHOD_UNAVAILABLE: { status: 422, text: 'Forma de pagamento indisponível. Escolha outra.' },
  SLIP_TOO_LATE: {
    status: 422,
    text: 'Não dá para pagar com boleto: ele demora até 3 dias e a inscrição acaba antes.',
  },
  VOUCHER_INVALID: { status: 422, text: 'Cupom não encontrado ou expirado.' },
  CONSENT_REQUIRED: { status: 422, text: 'Autorize a cobrança mensal das demais parcelas para continuar.' },
  EXPORT_TOO_BIG: {
    status: 422,
    text: 'A planilha XLSX comporta até 200.000 linhas. Use CSV ou restrinja o filtro.',
  },
  FILE_EMPTY: { status: 422, text: 'O arquivo está vazio.' },
  FILE_PROTECTED: { status: 422, text: 'O arquivo está protegido por senha. Envie sem senha.' },
  FILE_DAMAGED: { status: 422, text: 'Não foi possível abrir o arquivo. Envie outro.' },
  FILE_TOO_COMPLEX: { status: 422, text: 'O arquivo é complexo demais. Envie um mais simples.' },
  RETURN_REFUSED: {
    status: 422,
    text: 'O arquivo de retorno não foi lido e nada mudou. Confira as linhas indicadas.',
  },
  CATALOGUE_INVALID: { status: 422, text: 'O catálogo tem erros. Corrija as linhas indicadas.' },

  RATE_LIMITED: { status: 429, text: SLOW_DOWN },
  ACCOUNT_LOCKED: { status: 429, text: 'Muitas tentativas. Aguarde 15 minutos e tente de novo.' },
  ATTEMPT_LIMIT: {
    status: 429,
    text: 'Você já tentou muitas vezes. Tente amanhã ou pague de outro jeito.',
  },

  INTERNAL: { status: 500, text: DOWN },

  UNAVAILABLE: { status: 503, text: DOWN },
  BUSY: {
    status: 503,
    text: 'Muita gente está usando o portal agora. O que você já enviou está guardado. Tente de novo em alguns segundos.',
  },
  TENANT_MOVING: {
    status: 503,
    text: 'Estamos mudando o portal para outro servidor. O que você já enviou está guardado. Tente de novo em alguns minutos.',
  },
  OUTCOME_UNKNOWN: {
    status: 503,
    text: 'Não recebemos a confirmação desta solicitação. Tente de novo em instantes.',
  },
  SEND_FAILED: { status: 503, text: 'Falha ao enviar o código. Tente de novo.' },
  EXAM_LOOKUP_FAILED: {
    status: 503,
    text: 'Não foi possível consultar sua nota do ENEM. Tente de novo.',
  },
  CONTRACT_UNAVAILABLE: {
    status: 503,
    text: 'Não foi possível carregar o contrato. Tente de novo.',
  },
  IDP_UNAVAILABLE: {
    status: 503,
    text: 'Não foi possível falar com o acesso da sua instituição. Tente novamente em instantes.',
  },
  PROVIDER_UNAVAILABLE: { status: 503, text: DOWN },
  UPLOAD_FAILED: { status: 503, text: 'Não foi possível enviar o arquivo. Tente de novo.' },
} as const satisfies Record<string, { status: number; text: string }>;

export type ErrorCode = keyof typeof errorCatalogue;

/** Codes that any call may return, in the order of checks of spec 2.3. */
export const genericErrors = [
  'HOST_UNKNOWN',
  'RATE_LIMITED',
  'MALFORMED',
  'TENANT_MISMATCH',
  'INTERNAL',
  'UNAVAILABLE',
  'BUSY',
  'TENANT_MOVING',
  'OUTCOME_UNKNOWN',
] as const satisfies readonly ErrorCode[];

/** One field with its error. */
const fieldError = z.object({ field: z.string(), message: z.string() }).meta({ id: 'FieldError' });

/** Body of every error (spec 2.3); some codes add their own keys, such as `id` or `paymentId`. */
export const errorEnvelope = z
  .looseObject({
    code: z.enum(Object.keys(errorCatalogue) as [ErrorCode, ...ErrorCode[]]),
    message: z.string(),
    errors: z.array(fieldError).optional(),
    traceId: z.string(),
  })
  .meta({ id: 'Error' });

export type FieldErrorShape = z.output<typeof fieldError>;
