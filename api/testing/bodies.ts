/** Well-formed bodies of the larger forms, as spec chapter 24 shows them. */
export const PERSON_BODY = {
  name: 'Candidata Um',
  rg: 'MG1234567',
  rgIssuer: 'SSP',
  rgState: 'MG',
  birthDate: '2003-05-10',
  genderId: 1,
  nationality: 'BR',
  motherName: 'Responsável Exemplo',
  personAddress: {
    street: 'Rua Exemplo',
    number: '100',
    neighborhood: 'Bairro Modelo',
    zipCode: '30100001',
    cityId: 3106200,
    complement: null,
  },
};

export const SCHOOLING_BODY = {
  schoolName: 'Escola Exemplo',
  schoolType: 'public',
  stateId: 31,
  cityId: 3106200,
  conclusionYear: 2021,
  fies: false,
};

export const DEVICE = {
  DeviceType: 'mobile',
  OS: 'Android 14',
  Browser: 'Chrome 140',
  BrowserVendor: 'Google Inc.',
  IP: '',
  Address: '',
} as const;

/** An acceptance of a text the server never showed. */
export const CONTRACT_BODY = { FormatedContract: '<p>Texto</p>', Contract: 'CT-GRAD@1', ...DEVICE };
