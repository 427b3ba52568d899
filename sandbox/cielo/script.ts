/**
 * Behaves like `silentorderpost-1.0.min.js`: one function that reads the inputs by class, sends the card to the host it was
 * loaded from, and calls back with a token, an error or the invalid fields.
 */
export const SOP_SCRIPT = `(() => {
  const place = new URL('../api/public/v1/card', document.currentScript.src).href;
  const read = (name) => {
    const field = document.querySelector('.bp-sop-' + name);
    return field ? field.value : '';
  };
  window.bpSop_silentOrderPost = (options) => {
    const sent = new URLSearchParams({
      HolderName: read('cardholdername'),
      RawNumber: read('cardnumber'),
      Expiration: read('cardexpirationdate'),
      SecurityCode: read('cardcvvc'),
      AccessToken: options.accessToken,
    });
    fetch(place, { method: 'POST', body: sent })
      .then(async (answer) => {
        const body = await answer.json();
        if (answer.status === 201) options.onSuccess(body);
        else if (body.Invalid) options.onInvalid(body.Invalid);
        else options.onError(body);
      })
      .catch(() => options.onError({ Code: 'NETWORK', Text: 'Sem resposta' }));
  };
})();
`;
