import { describe, expect, it } from 'vitest';
import { asksToStop, phonesOf, templateValue, whatsAppTrouble } from './whatsapp.ts';

describe('WhatsApp', () => {
  it.each([
    [131026, 'elsewhere'],
    [131047, 'elsewhere'],
    [131049, 'elsewhere'],
    [131056, 'later'],
    [130429, 'later'],
    [80007, 'later'],
    [4, 'later'],
    [190, 'elsewhere'],
    [132000, 'elsewhere'],
    [132001, 'elsewhere'],
    [132012, 'elsewhere'],
    [132015, 'elsewhere'],
    [131000, 'later'],
    [7, undefined],
    [-1, undefined],
    [Number.NaN, undefined],
  ])('error %s is retried: %s', (code, kind) => {
    expect(whatsAppTrouble(code)?.kind).toBe(kind);
  });

  it.each([
    ['PARAR', true],
    ['parar', true],
    [' Parar. ', true],
    ['Pare!', true],
    ['*PARAR*', true],
    ['STOP', true],
    ['sair', true],
    ['Parar promoções', true],
    ['Pare de enviar', true],
    ['não quero mais receber', true],
    ['Na\u0303o quero receber', true],
    ['Quando vou parar de estudar?', false],
    ['Posso parar de pagar?', false],
    ['não', false],
    ['', false],
    ['👍', false],
    [`${'parar '.repeat(40)}`, false],
  ])('%j opts out: %s', (text, stops) => {
    expect(asksToStop(text)).toBe(stops);
  });

  it.each([
    ['5531988887777', ['31988887777', '3188887777']],
    // An account from before the ninth digit was introduced.
    ['553188887777', ['3188887777', '31988887777']],
    ['5531388887777', ['+5531388887777']],
    ['5491155556666', ['+5491155556666']],
    ['55', []],
    ['+5531988887777', []],
    ['5531988887777;drop', []],
    ['', []],
  ])('%j may stand for %j', (waId, phones) => {
    expect(phonesOf(waId)).toEqual(phones);
  });

  it('writes a value into one line', () => {
    expect(templateValue(' Faculdade\n\tAlfa      de  Minas ')).toBe('Faculdade Alfa de Minas');
  });
});
