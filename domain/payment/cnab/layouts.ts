/**
 * CNAB 240 records for slips, by FEBRABAN's layout ("Cobrança", file versions 08x to 10x). Most banks keep these positions and
 * differ in what they expect for account and our-number (`block`).
 */

const start = (type: string) =>
  [
    ['bank', 1, 3, 'number'],
    ['lot', 4, 7, 'number'],
    ['type', 8, 8, 'text', type],
  ] as const;
const detail = (segment: string) =>
  [
    ...start('3'),
    ['sequence', 9, 13, 'number'],
    ['segment', 14, 14, 'text', segment],
    ['movement', 16, 17, 'text'],
  ] as const;

export const FILE_HEADER = [
  ...start('0'),
  ['documentType', 18, 18, 'number'],
  ['document', 19, 32, 'code'],
  ['agreement', 33, 52, 'text'],
  ['agency', 53, 57, 'number'],
  ['agencyDigit', 58, 58, 'text'],
  ['account', 59, 70, 'number'],
  ['accountDigit', 71, 71, 'text'],
  ['bothDigit', 72, 72, 'text'],
  ['company', 73, 102, 'text'],
  ['bankName', 103, 132, 'text'],
  // 1 = to the bank, 2 = from the bank.
  ['direction', 143, 143, 'text'],
  ['date', 144, 151, 'date'],
  ['time', 152, 157, 'number'],
  ['fileSequence', 158, 163, 'number'],
  ['version', 164, 166, 'number'],
  ['density', 167, 171, 'number'],
] as const;

export const LOT_HEADER = [
  ...start('1'),
  ['operation', 9, 9, 'text', 'R'],
  ['service', 10, 11, 'number', '01'],
  ['version', 14, 16, 'number'],
  ['documentType', 18, 18, 'number'],
  ['document', 19, 33, 'code'],
  ['agreement', 34, 53, 'text'],
  ['agency', 54, 58, 'number'],
  ['agencyDigit', 59, 59, 'text'],
  ['account', 60, 71, 'number'],
  ['accountDigit', 72, 72, 'text'],
  ['bothDigit', 73, 73, 'text'],
  ['company', 74, 103, 'text'],
  ['message1', 104, 143, 'text'],
  ['message2', 144, 183, 'text'],
  ['fileSequence', 184, 191, 'number'],
  ['date', 192, 199, 'date'],
  ['creditDate', 200, 207, 'date'],
] as const;

/** The slip itself. */
export const SEGMENT_P = [
  ...detail('P'),
  ['agency', 18, 22, 'number'],
  ['agencyDigit', 23, 23, 'text'],
  ['block', 24, 57, 'text'],
  ['wallet', 58, 58, 'text'],
  ['registration', 59, 59, 'text', '1'],
  ['documentKind', 60, 60, 'text', '2'],
  // 2 = the company prints and delivers the slip.
  ['issue', 61, 61, 'text', '2'],
  ['delivery', 62, 62, 'text', '2'],
  ['reference', 63, 77, 'text'],
  ['dueDate', 78, 85, 'date'],
  ['amount', 86, 100, 'cents'],
  ['collectingAgency', 101, 105, 'number'],
  ['collectingDigit', 106, 106, 'text'],
  ['species', 107, 108, 'number'],
  ['acceptance', 109, 109, 'text', 'N'],
  ['issueDate', 110, 117, 'date'],
  // 3 = no interest.
  ['interestCode', 118, 118, 'text', '3'],
  ['interestDate', 119, 126, 'date'],
  ['interest', 127, 141, 'cents'],
  // 0 = none, 1 = a fixed amount until a date.
  ['discountCode', 142, 142, 'text', '0'],
  ['discountDate', 143, 150, 'date'],
  ['discount', 151, 165, 'cents'],
  ['tax', 166, 180, 'cents'],
  ['rebate', 181, 195, 'cents'],
  ['companyId', 196, 220, 'text'],
  // 3 = never protest.
  ['protestCode', 221, 221, 'text', '3'],
  ['protestDays', 222, 223, 'number'],
  // 1 = the bank writes the slip off after the given number of days.
  ['writeOffCode', 224, 224, 'text', '1'],
  ['writeOffDays', 225, 227, 'number'],
  ['currency', 228, 229, 'number', '09'],
  ['contract', 230, 239, 'number'],
] as const;

/** The payer. */
export const SEGMENT_Q = [
  ...detail('Q'),
  ['documentType', 18, 18, 'number'],
  ['document', 19, 33, 'code'],
  ['name', 34, 73, 'text'],
  ['address', 74, 113, 'text'],
  ['district', 114, 128, 'text'],
  ['zipCode', 129, 136, 'number'],
  ['city', 137, 151, 'text'],
  ['state', 152, 153, 'text'],
  ['guarantorType', 154, 154, 'number'],
  ['guarantorDocument', 155, 169, 'code'],
  ['guarantorName', 170, 209, 'text'],
  ['otherBank', 210, 212, 'number'],
  ['otherNumber', 213, 232, 'text'],
] as const;

/** Further discounts, the fine, and messages to the payer. */
export const SEGMENT_R = [
  ...detail('R'),
  ['discount2Code', 18, 18, 'text', '0'],
  ['discount2Date', 19, 26, 'date'],
  ['discount2', 27, 41, 'cents'],
  ['discount3Code', 42, 42, 'text', '0'],
  ['discount3Date', 43, 50, 'date'],
  ['discount3', 51, 65, 'cents'],
  // 0 = no fine.
  ['fineCode', 66, 66, 'text', '0'],
  ['fineDate', 67, 74, 'date'],
  ['fine', 75, 89, 'cents'],
  ['note', 90, 99, 'text'],
  ['message3', 100, 139, 'text'],
  ['message4', 140, 179, 'text'],
  ['payerEvent', 200, 207, 'number'],
  ['debitBank', 208, 210, 'number'],
  ['debitAgency', 211, 215, 'number'],
  ['debitAgencyDigit', 216, 216, 'text'],
  ['debitAccount', 217, 228, 'number'],
  ['debitAccountDigit', 229, 229, 'text'],
  ['debitBothDigit', 230, 230, 'text'],
  ['debitNotice', 231, 231, 'number'],
] as const;

/** What happened to a slip, first half. */
export const SEGMENT_T = [
  ...detail('T'),
  ['agency', 18, 22, 'number'],
  ['agencyDigit', 23, 23, 'text'],
  ['block', 24, 57, 'text'],
  ['wallet', 58, 58, 'text'],
  ['reference', 59, 73, 'text'],
  ['dueDate', 74, 81, 'date'],
  ['amount', 82, 96, 'cents'],
  ['receivingBank', 97, 99, 'number'],
  ['receivingAgency', 100, 104, 'number'],
  ['receivingDigit', 105, 105, 'text'],
  ['companyId', 106, 130, 'text'],
  ['currency', 131, 132, 'number'],
  ['documentType', 133, 133, 'text'],
  ['document', 134, 148, 'text'],
  ['name', 149, 188, 'text'],
  ['contract', 189, 198, 'text'],
  ['fee', 199, 213, 'cents'],
  ['reasons', 214, 223, 'text'],
] as const;

/** What happened to a slip, second half: the money. */
export const SEGMENT_U = [
  ...detail('U'),
  ['extra', 18, 32, 'cents'],
  ['discount', 33, 47, 'cents'],
  ['rebate', 48, 62, 'cents'],
  ['tax', 63, 77, 'cents'],
  ['paid', 78, 92, 'cents'],
  ['credited', 93, 107, 'cents'],
  ['otherExpenses', 108, 122, 'cents'],
  ['otherCredits', 123, 137, 'cents'],
  ['eventDate', 138, 145, 'date'],
  ['creditDate', 146, 153, 'date'],
] as const;

export const LOT_TRAILER = [
  ...start('5'),
  ['records', 18, 23, 'number'],
  ['simpleCount', 24, 29, 'number'],
  ['simpleTotal', 30, 46, 'cents'],
  ['linkedCount', 47, 52, 'number'],
  ['linkedTotal', 53, 69, 'cents'],
  ['pledgedCount', 70, 75, 'number'],
  ['pledgedTotal', 76, 92, 'cents'],
  ['discountedCount', 93, 98, 'number'],
  ['discountedTotal', 99, 115, 'cents'],
] as const;

export const FILE_TRAILER = [
  ...start('9'),
  ['lots', 18, 23, 'number'],
  ['records', 24, 29, 'number'],
  ['accounts', 30, 35, 'number'],
] as const;
