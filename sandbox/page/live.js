// Renews the lists in place. A list in which someone is typing, or has typed, is left alone.
(() => {
  const PERIOD = 4000;

  const inUse = (part) =>
    part.contains(document.activeElement) ||
    part.querySelector('details[open]') !== null ||
    [...part.querySelectorAll('input')].some((field) => field.value !== field.defaultValue);

  const renew = async () => {
    if (document.hidden) return;
    const answer = await fetch(location.href, { headers: { accept: 'text/html' } });
    if (!answer.ok) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html');
    for (const part of document.querySelectorAll('[data-live]')) {
      const next = fresh.querySelector(`[data-live="${part.dataset.live}"]`);
      if (next && next.innerHTML !== part.innerHTML && !inUse(part)) part.innerHTML = next.innerHTML;
    }
  };

  if (document.querySelector('[data-live]')) setInterval(() => renew().catch(() => undefined), PERIOD);
  // The result of an act is shown once: a reload starts clean.
  const clean = new URL(location.href);
  for (const name of ['ok', 'erro', 'secao']) clean.searchParams.delete(name);
  history.replaceState(null, '', clean);
})();
