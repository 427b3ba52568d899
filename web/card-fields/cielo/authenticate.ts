import type { ReadCard } from '@orbita/domain/payment';
import type {
  CardAuthenticationResult,
  CardFrameBuyerField,
  CardFrameOrder,
  HolderCheckAccess,
} from '@orbita/protocol/payment';
import type { MpiAnswer, MpiConfig, MpiPage } from '../mpi.ts';

/** Time for the script and its first answer; then for the bank's answer if it shows no page. */
const READY_MS = 15_000;
const ANSWER_MS = 20_000;
/** How long a holder has to confirm; after that nobody knows whether they are still there. */
export const CHALLENGE_MS = 5 * 60_000;

const UNAVAILABLE = { outcome: 'unavailable' } as const;

const partOf = (value: unknown, most: number): string | null | undefined => {
  if (value === undefined || value === null || value === '') return null;
  return typeof value === 'string' && value.length <= most ? value : undefined;
};

/** The proof of a confirmation; an unreadable one counts as none. */
function proofOf(answer: MpiAnswer = {}): CardAuthenticationResult {
  const cavv = partOf(answer.Cavv, 100);
  const xid = partOf(answer.Xid, 100);
  const referenceId = partOf(answer.ReferenceId, 60);
  const [eci, version] = [String(answer.Eci ?? ''), String(answer.Version ?? '')];
  if (!/^\d{1,2}$/.test(eci) || version.length > 10) return UNAVAILABLE;
  if (cavv === undefined || xid === undefined || referenceId === undefined) return UNAVAILABLE;
  return { outcome: 'authenticated', eci, cavv, xid, version, referenceId };
}

const BUYER_CLASSES: Record<CardFrameBuyerField, string> = {
  email: 'email',
  phone: 'phonenumber',
  street: 'street1',
  district: 'street2',
  city: 'city',
  state: 'state',
  zipCode: 'zipcode',
};

/** Values of the hidden fields by class; unknown buyer data is omitted. */
function fieldsOf(access: HolderCheckAccess, card: ReadCard, holderName: string, order: CardFrameOrder) {
  const { month, year } = card.expiry;
  const buyer = Object.entries(BUYER_CLASSES).flatMap(([name, suffix]) => {
    const value = order.buyer[name as CardFrameBuyerField];
    return value ? [[`bpmpi_billto_${suffix}`, value]] : [];
  });
  return {
    bpmpi_auth: 'true',
    bpmpi_accesstoken: access.accessToken,
    bpmpi_ordernumber: access.orderNumber,
    bpmpi_currency: '986',
    bpmpi_totalamount: String(order.amountCents),
    bpmpi_installments: String(order.installments),
    bpmpi_paymentmethod: 'credit',
    bpmpi_cardnumber: card.digits,
    bpmpi_cardexpirationmonth: String(month).padStart(2, '0'),
    bpmpi_cardexpirationyear: String(year),
    bpmpi_order_recurrence: String(order.recurring),
    bpmpi_order_productcode: 'PHY',
    bpmpi_transaction_mode: 'S',
    bpmpi_device_channel: 'Browser',
    bpmpi_shipto_sameasbillto: 'true',
    bpmpi_billto_contactname: holderName,
    bpmpi_billto_country: 'BR',
    ...(Object.fromEntries(buyer) as Record<string, string>),
  };
}

/**
 * Asks the holder to confirm the purchase with their bank through Cielo's script, which inserts the bank's page into ours if
 * the bank asks something. No answer in time is `unavailable`; cancelling, or leaving the bank's question unanswered, counts as
 * failed (D-68): waiting must not be a way around the question.
 */
export async function authenticateAtCielo(
  access: HolderCheckAccess,
  card: ReadCard,
  holderName: string,
  order: CardFrameOrder,
  page: MpiPage,
): Promise<CardAuthenticationResult> {
  let late: ReturnType<typeof setTimeout> | undefined;
  try {
    return await new Promise<CardAuthenticationResult>((resolve) => {
      const within = (milliseconds: number, end: CardAuthenticationResult = UNAVAILABLE): void => {
        clearTimeout(late);
        late = setTimeout(() => resolve(end), milliseconds);
      };
      const ends = (outcome: 'failed' | 'not-enrolled' | 'unavailable') => () => resolve({ outcome });
      let started = false;
      within(READY_MS);
      page.fill(fieldsOf(access, card, holderName, order));
      page.watch({ shown: () => within(CHALLENGE_MS, { outcome: 'failed' }), cancelled: ends('failed') });
      const config: MpiConfig = {
        Environment: access.environment === 'sandbox' ? 'SDB' : 'PRD',
        Debug: false,
        onReady: () => {
          if (started) return;
          started = true;
          within(ANSWER_MS);
          page.start();
        },
        onSuccess: (answer) => resolve(proofOf(answer)),
        onFailure: ends('failed'),
        onUnenrolled: ends('not-enrolled'),
        onUnsupportedBrand: ends('not-enrolled'),
        onDisabled: ends('unavailable'),
        onError: ends('unavailable'),
      };
      page.load(access.scriptUrl, config).catch(ends('unavailable'));
    });
  } catch {
    return UNAVAILABLE;
  } finally {
    clearTimeout(late);
    page.clear();
  }
}
