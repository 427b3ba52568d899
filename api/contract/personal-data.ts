import { ofSubscription, type PersonalTable, SECRET, technical } from '../platform/personal-data.ts';

const EVIDENCE = 'Contrato e prova do aceite por 10 anos (Código Civil art. 205).';

/**
 * Personal data in the tables of the contract module: evidence is kept for ten years (Código Civil art. 205).
 */
export const personalData: readonly PersonalTable[] = [
  {
    table: 'contract_acceptance',
    words: ['html', 'declared', 'observed', 'guardian'],
    keptWords: { html: EVIDENCE, declared: EVIDENCE, observed: EVIDENCE, guardian: EVIDENCE },
    mine: ofSubscription,
    section: 'contratos',
    columns: [
      'id',
      'subscription_id',
      'contract',
      'html',
      'html_hash',
      'declared',
      'observed',
      'sign_in_method',
      'guardian',
      'pdf_hash',
      'accepted_at',
      'verification_code',
      'voided_at',
      'prices',
    ],
    left: {
      ...technical('account_uuid', 'pdf_sealed', 'copy_due_at', 'copy_attempts'),
      pdf_key: 'Lugar do arquivo; a cópia em PDF foi enviada por e-mail.',
    },
    erase: { kept: EVIDENCE },
  },
  {
    table: 'guardian_link',
    words: ['masked'],
    mine: ofSubscription,
    section: 'links-do-responsavel',
    columns: ['id', 'subscription_id', 'channel', 'masked', 'created_at', 'expires_at', 'revoked_at'],
    left: { key_hash: SECRET, mark: 'Resumo criptográfico do contato do responsável.' },
    erase: 'delete',
  },
];
