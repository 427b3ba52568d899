import { parseContractIdentifier } from '@orbita/domain/contract';
import { isoInZone } from '@orbita/domain/foundation';
import type { RenderedContract } from './render.ts';
import type { AcceptedContract } from './store.ts';
import type { ContractParts } from './terms.ts';

/** A contract as it was accepted. */
export const presentAccepted = (accepted: AcceptedContract, { state }: Pick<ContractParts, 'state'>) => ({
  Contract: accepted.contract,
  FormatedContract: accepted.html,
  title: accepted.title,
  version: parseContractIdentifier(accepted.contract)?.version ?? 1,
  hash: accepted.hash,
  acceptedAt: isoInZone(new Date(accepted.acceptedAt), state.time_zone),
});

/** A contract as it would be accepted now. */
export const presentOpen = ({ identifier, html, title, version, hash }: RenderedContract) => ({
  Contract: identifier,
  FormatedContract: html,
  title,
  version,
  hash,
  acceptedAt: null,
});
