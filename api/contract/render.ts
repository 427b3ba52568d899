import { createHash } from 'node:crypto';
import { type ContractHash, contractHash, contractIdentifier } from '@orbita/domain/contract';
import type { Runner } from '../platform/database/types.ts';
import { fillTemplate } from './template.ts';
import { type ContractParts, contractValues } from './terms.ts';
import { contractText } from './text.ts';

export type RenderedContract = {
  templateId: number;
  /** Template and version: `CT-GRAD:1`. */
  identifier: string;
  title: string;
  version: number;
  html: string;
  hash: ContractHash;
};

/** SHA-256 of a text or file, in the form in which it is stored and shown. */
export const sha256 = (content: string | Uint8Array): ContractHash =>
  contractHash(createHash('sha256').update(content).digest('hex'));

/**
 * The contract of a subscription as it would be accepted now; undefined when its offer has no text. Values are escaped when they
 * are filled in, and placeholders only occur in text, so the cleaned text stays clean.
 */
export async function renderContract(
  on: Runner,
  parts: ContractParts,
): Promise<RenderedContract | undefined> {
  const { template } = parts.row;
  if (!template) return undefined;
  const text = await contractText(on, template);
  const html = fillTemplate(text, contractValues(parts)).trim();
  return {
    templateId: template.id,
    identifier: contractIdentifier(template.code, template.version),
    title: template.title,
    version: template.version,
    html,
    hash: sha256(html),
  };
}
