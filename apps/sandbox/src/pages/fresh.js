// Keeps the element #fresh up to date; loaded as a plain script by the pages that show what comes in.
const { from } = document.currentScript.dataset;
const PAUSE_MS = 2000;

async function refresh() {
  const answer = await fetch(from);
  const text = await answer.text();
  const place = document.getElementById('fresh');
  if (answer.ok && text !== place.dataset.shown) {
    const isFirst = place.dataset.shown === undefined;
    place.dataset.shown = text;
    if (!isFirst) place.innerHTML = text;
  }
}

setInterval(() => {
  if (!document.hidden) refresh().catch(() => {});
}, PAUSE_MS);
