// The browser side of the card frame: its messages are JSON strings {type, content}.
import { form, neededHeight, openForm, readMessage, submitForm, tellParent, watchHeight } from './hosted.js';

const { reloadAfter } = form.dataset;
const tell = (type, content) => tellParent({ type, content });

async function submit() {
  const result = await submitForm();
  if (!result) return;
  if (result.body?.problems) return tell('formSubmissionInvalid', {});
  if (result.status === 410) return tell('reload', {});
  const failed = { code: 'TIMEOUT', verbiage: form.dataset.failed };
  const { code, verbiage, ticket } = result.body?.code ? result.body : failed;
  tell('paymentSubmitted', { code, verbiage, ticket });
}

openForm(submit);
window.addEventListener('message', (event) => {
  const type = readMessage(event)?.type;
  if (type === 'submitPaymentData') void submit();
  if (type === 'getHeight') tell('height', neededHeight());
});
watchHeight((height) => tell('height', height));
if (reloadAfter) setTimeout(() => tell('reload', {}), Number(reloadAfter));
