// What both hosted forms do in the browser: send what was typed, show its problems, and tell the page around.
export const form = document.querySelector('form');
const message = document.getElementById('message');
const status = document.getElementById('status');
const buttons = [...form.querySelectorAll('.actions button')];
const { parent: parentOrigin, working, accepted, failed } = form.dataset;
let isWorking = false;

/** Sends a message to the page around the form, at the origin that the form was made for. */
export function tellParent(content) {
  if (window.parent !== window) window.parent.postMessage(JSON.stringify(content), parentOrigin);
}

/** Reads a message of the page around the form; undefined for any other sender and for anything else. */
export function readMessage(event) {
  if (event.source !== window.parent || event.origin !== parentOrigin) return undefined;
  try {
    return JSON.parse(event.data);
  } catch {
    return undefined;
  }
}

/** The height that the form needs. */
export function neededHeight() {
  return Math.ceil(document.documentElement.getBoundingClientRect().height);
}

/**
 * Calls back with the height now and whenever it changes. A browser does not draw a frame that is hidden, so an observer
 * alone would say nothing to a page that shows the frame once it knows the height.
 */
export function watchHeight(report) {
  let last = 0;
  const reportChange = () => {
    const height = neededHeight();
    if (height !== last) report(height);
    last = height;
  };
  reportChange();
  new ResizeObserver(reportChange).observe(document.documentElement);
}

/** Calls back when the form is sent, and lets its buttons be pressed: before, nothing would happen. */
export function openForm(submit) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void submit();
  });
  for (const button of buttons) button.disabled = false;
}

/**
 * Sends what was typed and says when it starts. Returns the status and body of the response, or undefined if one is on its
 * way already. Status 0: none came.
 */
export async function submitForm(onStart = () => {}) {
  if (isWorking) return undefined;
  setWorking(true);
  onStart();
  clearProblems();
  const result = await send(form.action, Object.fromEntries(new FormData(form)));
  setWorking(false);
  if (result.body?.isAccepted) showEnd(accepted);
  else if (result.body?.problems) showProblems(result.body.problems);
  else showMessage(result.body?.text ?? failed);
  return result;
}

/** Posts JSON. */
export async function send(url, body) {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: await response.json().catch(() => undefined) };
  } catch {
    return { status: 0, body: undefined };
  }
}

/** Replaces the form by its result, so that nothing is sent twice and no number stays on the page. */
function showEnd(text) {
  form.reset();
  for (const control of form.elements) control.disabled = true;
  for (const part of form.querySelectorAll('.field, fieldset, .actions')) part.hidden = true;
  status.textContent = text;
}

export function showMessage(text) {
  message.textContent = text;
  message.scrollIntoView({ block: 'nearest' });
}

function setWorking(is) {
  isWorking = is;
  form.setAttribute('aria-busy', String(is));
  for (const button of buttons) button.setAttribute('aria-disabled', String(is));
  status.textContent = is ? working : '';
}

function clearProblems() {
  message.textContent = '';
  for (const control of form.querySelectorAll('[aria-invalid]')) control.removeAttribute('aria-invalid');
  for (const place of form.querySelectorAll('.problem')) place.hidden = true;
}

function showProblems(problems) {
  for (const { field, text } of problems) {
    const place = document.getElementById(`${field}-problem`);
    place.textContent = text;
    place.hidden = false;
    document.getElementById(field).setAttribute('aria-invalid', 'true');
  }
  form.querySelector('[aria-invalid]').focus();
}

const where = document.getElementById('where');
where?.addEventListener('click', () => {
  const hint = document.getElementById('cv-hint');
  hint.hidden = !hint.hidden;
  where.setAttribute('aria-expanded', String(!hint.hidden));
});
