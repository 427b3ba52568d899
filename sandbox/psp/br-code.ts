const field = (id: string, value: string): string => `${id}${String(value.length).padStart(2, '0')}${value}`;

/** CRC-16/CCITT-FALSE over ASCII text, four upper-case hexadecimal digits (BR Code manual, field 63). */
export function crc16(text: string): string {
  let crc = 0xffff;
  for (const byte of Buffer.from(text, 'utf8')) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1)
      crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}

const ascii = (text: string, limit: number): string =>
  text
    .normalize('NFD')
    .replace(/[^\x20-\x7e]/g, '')
    .slice(0, limit);

/** A Pix template with the address of its payload, which has no scheme and up to 77 characters. */
const template = (id: string, ...rest: string[]): string =>
  field(id, field('00', 'br.gov.bcb.pix') + rest.join(''));
const recurrencePart = (location: string | undefined): string =>
  location === undefined ? '' : template('80', field('25', location));

const sealed = (head: string, name: string, city: string, recurrence: string | undefined): string => {
  const open = [
    field('00', '01'),
    head,
    field('52', '0000'),
    field('53', '986'),
    field('58', 'BR'),
    field('59', ascii(name, 25)),
    field('60', ascii(city, 15)),
    field('62', field('05', '***')),
    recurrencePart(recurrence),
    '6304',
  ].join('');
  return open + crc16(open);
};

/** Dynamic, one-time BR Code that points at `location`; with `recurrence` it also requests an authorisation. */
export const dynamicBrCode = (location: string, name: string, city: string, recurrence?: string): string =>
  sealed(field('01', '12') + template('26', field('25', location)), name, city, recurrence);

/** BR Code that only requests an authorisation (journey 2 of Pix Automático). */
export const recurrenceBrCode = (recurrence: string, name: string, city: string): string =>
  sealed(template('26'), name, city, recurrence);
