/**
 * Behaves like `BP.Mpi.3ds21.min.js`: requests its session while loading, reads fields by class, opens the bank's page in a
 * frame by submitting a form, and calls back with the result.
 */
export const MPI_SCRIPT = `(() => {
  const place = new URL('../v2/3ds/', document.currentScript.src).href;
  const config = window.bpmpi_config();
  const read = (name) => document.querySelector('.bpmpi_' + name)?.value ?? '';
  const all = () =>
    Object.fromEntries(
      [...document.querySelectorAll('[class^=bpmpi_]')].map((field) => [
        field.className.slice(6).replaceAll('_', ''),
        field.value,
      ]),
    );
  const report = (event, answer) => config[event]?.(answer);
  const error = (code) => report('onError', { Xid: null, Eci: null, ReturnCode: code, ReferenceId: null });
  const call = async (path, body) => {
    const answer = await fetch(place + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer ' + read('accesstoken') },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(String(answer.status));
    return answer.json();
  };
  const conclude = (result) => {
    const { Status, Cavv, Xid, Eci, Version, DirectoryServerTransactionId: ReferenceId } = result;
    const proof = { Xid, Eci, Version: Version[0], ReferenceId };
    if (Status === 'AUTHENTICATED') report('onSuccess', { ...proof, Cavv });
    else if (Status === 'FAILED') report('onFailure', proof);
    else if (Status === 'NOT_ENROLLED') report('onUnenrolled', proof);
    else error('MPI900');
  };
  const made = (tag, attributes, ...children) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  };
  const challenge = ({ AcsUrl, Pareq, AuthenticationTransactionId: id }) => {
    const name = 'Cardinal-CCA-IFrame';
    const frame = made('iframe', { id: name, name, style: 'width: 390px; height: 400px; border: 0' });
    const box = made(
      'div',
      { id: 'Cardinal-ElementContainer' },
      made('div', { id: 'Cardinal-Modal', style: 'position: fixed; transform: translateY(10px)' }, frame),
    );
    const form = made(
      'form',
      { method: 'post', action: AcsUrl, target: name },
      made('input', { type: 'hidden', name: 'creq', value: Pareq }),
    );
    document.body.append(box, form);
    form.submit();
    form.remove();
    const receive = ({ source, data }) => {
      if (source !== frame.contentWindow || data !== 'acs-done') return;
      removeEventListener('message', receive);
      box.remove();
      call('validate', { TransactionId: id }).then(conclude).catch(() => error('MPI901'));
    };
    addEventListener('message', receive);
  };
  window.bpmpi_authenticate = () =>
    call('enroll', all())
      .then((answer) => {
        if (answer.Status === 'ENROLLED') challenge(answer);
        else conclude(answer.Authentication);
      })
      .catch(() => error('MPI902'));
  call('init', { OrderNumber: read('ordernumber'), Currency: read('currency'), Amount: read('totalamount') })
    .then(() => report('onReady'))
    .catch(() => error('MPI903'));
})();
`;
