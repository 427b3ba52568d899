/**
 * Common passwords that would pass the policy: everyday words with the endings people add when upper case, a digit and a
 * special character are required. The words were chosen for Brazilian candidates and are in lower case. Only the server
 * loads this list.
 */

const WORDS = `
senha senhas senha1 mudar mudarsenha trocar acesso entrar login admin administrador root usuario user teste test
password passw0rd p@ssw0rd p@ssword pa$$word pass welcome bemvindo qwerty qwer asdf asdfgh zxcvbn abc abcd abcde
abcdef brasil brazil saopaulo curitiba bahia minas futebol flamengo corinthians palmeiras santos vasco gremio inter
cruzeiro galo atletico jesus deus deusefiel jesuscristo amor teamo familia felicidade princesa anjo estrela
sol maria joao jose pedro lucas gabriel ana julia escola faculdade aluno aluna professor estudante matricula
vestibular enem universidade curso empresa trabalho banco dinheiro casa carro moto gato cachorro dragon monkey
master shadow sunshine iloveyou letmein football baseball superman batman naruto pokemon minecraft google facebook
instagram samsung iphone computer internet secret changeme default guest verao inverno natal feliz janeiro fevereiro
marco abril maio junho julho agosto setembro outubro novembro dezembro orbita candidato portal
`
  .trim()
  .split(/\s+/);

const ENDINGS = `
@1 @12 @123 @1234 @12345 @123456 @10 @01 @00 @99 @100 @2019 @2020 @2021 @2022 @2023 @2024 @2025 @2026
!1 !123 1! 12! 123! 1234! 12345! 123456! #1 #123 #1234 1# 123# $123 123$ 1@ 12@ 123@ 1234@ 12345@ 123456@
*123 123* .123 123. 2020! 2021! 2022! 2023! 2024! 2025! 2026! 2024@ 2025@ 2026@ _123 -123 &123 01! 01@ 10!
`
  .trim()
  .split(/\s+/);

const WHOLE = `
p@ssw0rd p@ssw0rd1 p@ssw0rd! p@$$w0rd p@$$w0rd1 pa$$w0rd pa$$w0rd1 pass@word1 p@55w0rd passw0rd! passw0rd@1 1qaz@wsx
1qaz!qaz 1qaz@wsx3edc !qaz2wsx !qaz1qaz zaq1@wsx zaq!2wsx zaq12wsx! 1q2w3e4r! 1q2w3e4r@ 1q2w3e! q1w2e3r4! q1w2e3r4@
qwe123!@# qwe!@#123 qwer1234! qwer@1234 asd123!@# abc123!@# abc!@#123 a1b2c3d4! aa123456! aa123456@ a123456! a123456@
a1234567! abcd1234! abcd@1234 abcd123! aaaa1111! !@#123qwe !@#qwe123 123qwe!@# 123!@#qwe 123abc!@# q!w2e3r4 q1w2e3@!
s3nh@123 s3nha@123 senh@123 senh@1234 senh@2024 senh@2025 senh@2026 adm1n@123 @dmin123 @admin123 @senha123 @brasil123
@abc1234 @teste123 #senha123 !senha123 t3st3@123 r00t@123 b3mvind@1 br@sil2024 br@sil2025 br@sil2026 br@sil123
j3sus@123 d3us@123 fl@mengo1 corinth1ans! iloveyou1! i<3you123 te@mo123 amor<3123 welcome1! welc0me@1 letmein1!
changeme1! ch@ngeme1 trustno1! dr@gon123 m@ster123 f00tball! b@tman123 sup3rman! g00gle@1 f@cebook1 inst@gram1
`
  .trim()
  .split(/\s+/);

let known: ReadonlySet<string> | undefined;

export function commonPasswords(): ReadonlySet<string> {
  known ??= new Set([...WHOLE, ...WORDS.flatMap((word) => ENDINGS.map((ending) => word + ending))]);
  return known;
}

/** True when the password is a common one, whatever its case (spec 5.1). */
export const isCommonPassword = (password: string): boolean =>
  commonPasswords().has(password.normalize('NFC').toLowerCase());
