import type { AcquirerProvider } from '@orbita/domain/tenancy';
import type { PlayedAcquirer } from './cards/played.ts';
import { cielo } from './cielo/acquirer.ts';
import { pagarme } from './pagarme/acquirer.ts';

/** The card acquirers that the sandbox simulates. */
export const ACQUIRER: Readonly<Record<AcquirerProvider, PlayedAcquirer>> = { cielo, pagarme };
