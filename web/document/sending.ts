/** One file being sent to a requested document. */
export type Sending = {
  subscriptionId: number;
  documentId: number;
  file: Blob;
  name: string;
  onProgress: (sent: number) => void;
  signal: AbortSignal;
};
