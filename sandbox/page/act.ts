import type { Notice } from './layout.ts';

/** Fields of a form, or parts of its address. */
export type Form = Record<string, string | undefined>;
/** A file that the person takes elsewhere. */
interface Handed {
  name: string;
  type: string;
  content: Buffer;
}
/** What a form of the page does; its notice is shown in the form's section. */
export type Act = (request: {
  params: Form;
  form: Form;
  tenant: string;
}) => Notice | Handed | Promise<Notice | Handed>;
