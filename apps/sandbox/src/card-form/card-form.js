// The browser side of the card form: its messages are JSON strings {subject, data}.
import { form, openForm, send, submitForm, tellParent, watchHeight } from './hosted.js';

const systemCode = '400';
const tell = (subject, data = {}) => tellParent({ subject, data });

async function submit() {
  const result = await submitForm(() => tell('startPayment'));
  if (!result) return;
  if (result.body?.isAccepted) return tell('completePayment', result.body.completed);
  const { errorCode = [systemCode], gatewayCode = '', gatewayMessage = '' } = result.body ?? {};
  tell('handlePaymentErrors', { errorCode, delimiter: '|', gatewayCode, gatewayMessage });
  const problem = form.querySelector('[aria-invalid]') ?? form;
  tell('scrollRelay', { x: 0, y: Math.max(0, Math.floor(problem.getBoundingClientRect().top)) });
}

async function cancel() {
  if (form.getAttribute('aria-busy') === 'true') return;
  await send(`${new URL(form.action).pathname}/cancel`, {});
  tell('cancelPayment', { type: 'cancel' });
}

document.getElementById('cancel').addEventListener('click', () => void cancel());
document.getElementById('where').addEventListener('click', () => tell('whatsThis', 'cvv'));
openForm(submit);
tell('init');
tell('hpfReady');
watchHeight((height) => tell('height', height));
