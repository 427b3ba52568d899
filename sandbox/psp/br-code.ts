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

/** Dynamic, one-time BR Code that points at `location` (an address without scheme, up to 77 characters). */
export function dynamicBrCode(location: string, name: string, city: string): string {
  const merchant = field('00', 'br.gov.bcb.pix') + field('25', location);
  const open = [
    field('00', '01'),
    field('01', '12'),
    field('26', merchant),
    field('52', '0000'),
    field('53', '986'),
    field('58', 'BR'),
    field('59', ascii(name, 25)),
    field('60', ascii(city, 15)),
    field('62', field('05', '***')),
    '6304',
  ].join('');
  return open + crc16(open);
}
