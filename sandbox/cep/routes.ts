import type { FastifyInstance } from 'fastify';
import { playFaults } from '../faults.ts';
import type { World } from '../world.ts';

/** The two addresses of spec 2.5; every other CEP is unknown. */
const ADDRESSES: Record<string, object> = {
  '30100001': {
    cep: '30100-001',
    logradouro: 'Rua Exemplo',
    complemento: '',
    unidade: '',
    bairro: 'Bairro Modelo',
    localidade: 'Belo Horizonte',
    uf: 'MG',
    estado: 'Minas Gerais',
    regiao: 'Sudeste',
    ibge: '3106200',
    gia: '',
    ddd: '31',
    siafi: '4123',
  },
  '01001000': {
    cep: '01001-000',
    logradouro: 'Praça Modelo',
    complemento: '',
    unidade: '',
    bairro: 'Centro Modelo',
    localidade: 'São Paulo',
    uf: 'SP',
    estado: 'São Paulo',
    regiao: 'Sudeste',
    ibge: '3550308',
    gia: '1004',
    ddd: '11',
    siafi: '7107',
  },
};

/** The same with fields that are empty, null or of another type, as ViaCEP and services like it have answered. */
const ODD: Record<string, object> = {
  '30100001': { ...ADDRESSES['30100001'], bairro: null, ibge: 3_106_200, erro: 'false' },
  '01001000': { ...ADDRESSES['01001000'], logradouro: '', ibge: null },
};

/** `GET /ws/{cep}/json/` in the shape of ViaCEP: 400 for a malformed CEP, `{erro:true}` for an unknown one. */
export function cepRoutes(app: FastifyInstance, world: World): void {
  playFaults(app, world.faults, 'zip');
  const answer = async (cep: string): Promise<object | undefined> => {
    const digits = cep.replace('-', '');
    if (!/^\d{8}$/.test(digits)) return undefined;
    return world.strange.is('cep-odd-fields')
      ? (ODD[digits] ?? { erro: 'true' })
      : (ADDRESSES[digits] ?? { erro: true });
  };
  for (const path of ['/ws/:cep/json/', '/ws/:cep/json'])
    app.get(path, async (request, reply) => {
      const found = await answer((request.params as { cep: string }).cep);
      return found ?? reply.code(400).type('text/html; charset=utf-8').send('<h1>Http 400</h1>');
    });
}
