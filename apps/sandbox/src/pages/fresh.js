// Keeps the element #fresh up to date. A plain script of the pages that show new charges and messages.
const { from } = document.currentScript.dataset;
const intervalMs = 2000;
const place = document.getElementById('fresh');
let current;

async function refresh() {
  const response = await fetch(from);
  const text = await response.text();
  if (!response.ok || text === current) return;
  current = text;
  const focused = place.contains(document.activeElement) ? document.activeElement.getAttribute('href') : null;
  place.innerHTML = text;
  if (focused) place.querySelector(`a[href="${focused}"]`)?.focus();
}

function refreshIfVisible() {
  if (!document.hidden) refresh().catch(() => {});
}

refreshIfVisible();
setInterval(refreshIfVisible, intervalMs);
