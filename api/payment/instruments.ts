import type { PaymentMethod } from '@orbita/domain/payment';
import type { Instrument } from './instruments/instrument.ts';
import { pix } from './instruments/pix.ts';

const INSTRUMENTS: Partial<Record<PaymentMethod, Instrument>> = { pix };

/** How a method is charged; undefined for methods without a provider. */
export const instrumentOf = (method: PaymentMethod): Instrument | undefined => INSTRUMENTS[method];
