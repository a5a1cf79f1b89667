// The browser side of the card form. As the service's own script does, it says `init` to the topmost page and nothing else
// until that is answered; then it speaks only to the origin that answered. Not public: the members of a message and its answer.
import { form, openForm, readMessage, send, submitForm } from './hosted.js';

const systemCode = '400';
let count = 0;
let parent;
/** The number of the message about scrolling that waits for its answer: one at a time. */
let scrolled;

function post(subject, data, origin) {
  count += 1;
  window.top.postMessage(JSON.stringify({ id: count, subject, data }), origin);
  return count;
}

const tell = (subject, data = {}) => (parent ? post(subject, data, parent.origin) : undefined);

async function submit() {
  const result = await submitForm(() => tell('startPayment'));
  if (!result) return;
  if (result.body?.isAccepted) return tell('completePayment', result.body.completed);
  const { errorCode = [systemCode], gatewayCode, gatewayMessage } = result.body ?? {};
  // Split from text that ends with the delimiter.
  tell('handlePaymentErrors', { errorCode: [...errorCode, ''], delimiter: '|', gatewayCode, gatewayMessage });
}

async function cancel() {
  if (form.getAttribute('aria-busy') === 'true') return;
  await send(`${new URL(form.action).pathname}/cancel`, {});
  tell('cancelPayment', '1');
}

document.getElementById('cancel').addEventListener('click', () => void cancel());
document.getElementById('where').addEventListener('click', () => tell('whatsThis', 'cvv'));
window.addEventListener('scroll', () => {
  if (!parent?.callbacks.scrollRelay || scrolled) return;
  scrolled = tell('scrollRelay', { scrollX: window.scrollX, scrollY: window.scrollY });
});
openForm(submit);
const init = post('init', '', '*');
window.addEventListener('message', (event) => {
  const message = readMessage(event);
  if (message?.id === scrolled) scrolled = undefined;
  const { callbacks } = message?.response ?? {};
  if (parent || message?.id !== init || !callbacks) return;
  parent = { origin: event.origin, callbacks };
  tell('hpfReady');
});
