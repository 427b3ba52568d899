import { createHash } from 'node:crypto';
import { type ContractHash, contractHash, contractIdentifier } from '@orbita/domain/contract';
import { cleanHtml } from './clean-html.ts';
import { fillTemplate } from './template.ts';
import { type ContractParts, contractValues } from './terms.ts';

export type RenderedContract = {
  templateId: number;
  /** Template and version: `CT-GRAD:1`. */
  identifier: string;
  title: string;
  version: number;
  html: string;
  hash: ContractHash;
};

/** SHA-256 of a text or file, in the form that is stored and shown. */
export const sha256 = (content: string | Uint8Array): ContractHash =>
  contractHash(createHash('sha256').update(content).digest('hex'));

/** The contract of a subscription as it would be accepted now; undefined when its offer has no text. */
export function renderContract(parts: ContractParts): RenderedContract | undefined {
  const { template } = parts.row;
  if (!template) return undefined;
  const html = cleanHtml(fillTemplate(template.html, contractValues(parts))).trim();
  return {
    templateId: template.id,
    identifier: contractIdentifier(template.code, template.version),
    title: template.title,
    version: template.version,
    html,
    hash: sha256(html),
  };
}
