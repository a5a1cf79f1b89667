// Keeps the element #fresh up to date; loaded as a plain script by the pages that show what comes in.
const { from } = document.currentScript.dataset;
const pauseMs = 2000;
const place = document.getElementById('fresh');
let shown;

async function refresh() {
  const answer = await fetch(from);
  const text = await answer.text();
  if (!answer.ok || text === shown) return;
  shown = text;
  const focused = place.contains(document.activeElement) ? document.activeElement.getAttribute('href') : null;
  place.innerHTML = text;
  if (focused) place.querySelector(`a[href="${focused}"]`)?.focus();
}

function refreshWhileSeen() {
  if (!document.hidden) refresh().catch(() => {});
}

refreshWhileSeen();
setInterval(refreshWhileSeen, pauseMs);
