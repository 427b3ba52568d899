import type { PaymentMethod } from '@orbita/domain/payment';
import { automaticPix } from './instruments/automatic-pix.ts';
import { card } from './instruments/card.ts';
import type { Instrument } from './instruments/instrument.ts';
import { pix } from './instruments/pix.ts';
import { slip } from './instruments/slip.ts';

const INSTRUMENTS: Partial<Record<PaymentMethod, Instrument>> = {
  pix,
  'automatic-pix': automaticPix,
  slip,
  'credit-card': card,
};

/** How a method is charged; undefined for methods without a provider. */
export const instrumentOf = (method: PaymentMethod): Instrument | undefined => INSTRUMENTS[method];
