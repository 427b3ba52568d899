import { essayOf as textOf } from '../../testing/bodies.ts';

export { JPEG } from '../../testing/bodies.ts';

/** Text of `words` words, the same each time. */
export const essayOf = (words: number): string => textOf(words, '');

/** A PDF of about `bytes` bytes, with `more` in its trailer. */
export const pdfOf = (bytes: number, more = ''): Buffer =>
  Buffer.from(`%PDF-1.7\n%${'x'.repeat(bytes)}\ntrailer<</Size 1 ${more}>>\nstartxref\n9\n%%EOF\n`, 'latin1');

/** The standard test signature of malware scanners, in two pieces so that none considers this source infected. */
export const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-', 'ANTIVIRUS-TEST-FILE!$H+H*'].join('');

/** A one-page PDF that opens only with the password "segredo". */
export const LOCKED_PDF = Buffer.from(
  [
    'JVBERi0xLjMKJf////8KOCAwIG9iago8PAovVHlwZSAvUGFnZQovUGFyZW50IDEgMCBSCi9NZWRpYUJveCBbMCAwIDIwMCAyMDBd',
    'Ci9Db250ZW50cyA2IDAgUgovUmVzb3VyY2VzIDcgMCBSCi9Vc2VyVW5pdCAxCj4+CmVuZG9iago3IDAgb2JqCjw8Ci9Qcm9jU2V0',
    'IFsvUERGIC9UZXh0IC9JbWFnZUIgL0ltYWdlQyAvSW1hZ2VJXQovQ29sb3JTcGFjZSA8PAo+Pgo+PgplbmRvYmoKNiAwIG9iago8',
    'PAovTGVuZ3RoIDYwCi9GaWx0ZXIgL0ZsYXRlRGVjb2RlCj4+CnN0cmVhbQqKgxrmth8sPRHvq0kpnfdpqGDNgAj5RP2kh5UlWl85',
    'lBUEMfi1B5VMZZ4eJIUUnLq9KNxSNKHwdKrMh2EKZW5kc3RyZWFtCmVuZG9iagoxMCAwIG9iagoo29puVQ6RKQplbmRvYmoKMTEg',
    'MCBvYmoKKDD986Tp+ikKZW5kb2JqCjEyIDAgb2JqCihQYMAh2hEEXHLvijUr37QBiJcpCmVuZG9iago5IDAgb2JqCjw8Ci9Qcm9k',
    'dWNlciAxMCAwIFIKL0NyZWF0b3IgMTEgMCBSCi9DcmVhdGlvbkRhdGUgMTIgMCBSCj4+CmVuZG9iago0IDAgb2JqCjw8Cj4+CmVu',
    'ZG9iagozIDAgb2JqCjw8Ci9UeXBlIC9DYXRhbG9nCi9QYWdlcyAxIDAgUgovTmFtZXMgMiAwIFIKPj4KZW5kb2JqCjEgMCBvYmoK',
    'PDwKL1R5cGUgL1BhZ2VzCi9Db3VudCAxCi9LaWRzIFs4IDAgUl0KPj4KZW5kb2JqCjIgMCBvYmoKPDwKL0Rlc3RzIDw8CiAgL05h',
    'bWVzIFsKXQo+Pgo+PgplbmRvYmoKNSAwIG9iago8PAovRmlsdGVyIC9TdGFuZGFyZAovViAxCi9SIDIKL08gPDYxNDkyYTU4ZjYz',
    'ZDgxZDBlMjIxNGNmZGY1Y2Y3YTg1N2ZhMDU1ZDZiZjA5MDZlZTJhZDRjNzJiZDQ4YjIxMGE+Ci9VIDwzZjhhN2NiNTUwZDZjM2Yx',
    'NGI1NDMyMGFlMzg0NTI1MThkNmE3ZDI4YzM3MDNjYzVjM2E5NGYwNzI2MmFiYjkzPgovUCAtNjQKPj4KZW5kb2JqCnhyZWYKMCAx',
    'MwowMDAwMDAwMDAwIDY1NTM1IGYgCjAwMDAwMDA1OTIgMDAwMDAgbiAKMDAwMDAwMDY0OSAwMDAwMCBuIAowMDAwMDAwNTMwIDAw',
    'MDAwIG4gCjAwMDAwMDA1MDkgMDAwMDAgbiAKMDAwMDAwMDY5NiAwMDAwMCBuIAowMDAwMDAwMjE2IDAwMDAwIG4gCjAwMDAwMDAx',
    'MzEgMDAwMDAgbiAKMDAwMDAwMDAxNSAwMDAwMCBuIAowMDAwMDAwNDM0IDAwMDAwIG4gCjAwMDAwMDAzNDcgMDAwMDAgbiAKMDAw',
    'MDAwMDM3MiAwMDAwMCBuIAowMDAwMDAwMzk3IDAwMDAwIG4gCnRyYWlsZXIKPDwKL1NpemUgMTMKL1Jvb3QgMyAwIFIKL0luZm8g',
    'OSAwIFIKL0lEIFs8YzFmMTRiOTM5YTc4ZjMzNjZmMDA2MGUxOWVkMjgzMzk+IDxjMWYxNGI5MzlhNzhmMzM2NmYwMDYwZTE5ZWQy',
    'ODMzOT5dCi9FbmNyeXB0IDUgMCBSCj4+CnN0YXJ0eHJlZgo4OTIKJSVFT0YK',
  ].join(''),
  'base64',
);
