import type { AcquirerProvider } from '@orbita/domain/tenancy';
import type { AcquirerDescriptor } from './acquirer-descriptor.ts';
import { cielo } from './cielo/acquirer.ts';
import { pagarme } from './pagarme/acquirer.ts';

/** The acquirers that the server can call; docs/contributing.md names the other lists to which a new one must be added. */
export const ACQUIRER: Readonly<Record<AcquirerProvider, AcquirerDescriptor>> = { cielo, pagarme };
