import type { FrameLocator, Page } from '@playwright/test';
import { sandboxCredentials } from '../../apps/sandbox/src/credentials.ts';
import { signedInputs } from '../../apps/sandbox/src/testing/hosted-calls.ts';

/** A message that a hosted form sent to the page around it. */
export interface FrameMessage {
  readonly origin: string;
  // biome-ignore lint/suspicious/noExplicitAny: each protocol has its own messages
  readonly message: any;
}

/** A hosted form in an otherwise empty page on the portal's origin. */
export interface HostedForm {
  readonly frame: FrameLocator;
  /** The messages so far, without those about its height. */
  messages(): Promise<FrameMessage[]>;
  /** The height that it last asked for, in pixels. */
  height(): Promise<number>;
  send(message: object): Promise<void>;
}

interface HostWindow {
  messages?: FrameMessage[];
  isAnswering?: boolean;
}

/** Hides the form until it says something, as the portal does until it knows the height. */
const hostPage = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A page with a form</title>
<meta name="viewport" content="width=device-width, initial-scale=1"></head>
<body style="margin:0"><main><h1>A page with a form</h1><iframe name="form" title="Form" style="width:100%;border:0;height:700px;visibility:hidden"></iframe></main>
<script>messages = []; addEventListener('message', ({ origin, data, source }) => {
  const message = JSON.parse(data);
  messages.push({ origin, message });
  document.querySelector('iframe').style.visibility = 'visible';
  // The card form waits for an answer.
  if (window.isAnswering && message.id)
    source.postMessage(JSON.stringify({ id: message.id, response: { callbacks: { scrollRelay: true } } }), origin);
})</script></body></html>`;

/** The origin of the hosted forms. */
export function framesUrl(): string {
  const url = process.env.E2E_FRAMES_URL;
  if (!url) throw new Error('E2E_FRAMES_URL is not set: the global setup sets it');
  return url;
}

function portalOrigin(): string {
  return new URL(process.env.E2E_PORTAL_URL ?? '').origin;
}

/** The hidden inputs of a card frame, signed as the portal's server does. */
export function frameInputs(fields: Record<string, string>): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  return signedInputs({ timestamp, domain: portalOrigin(), ...fields });
}

/** Shows the card frame in an empty page. */
export async function openCardFrame(page: Page, inputs: Record<string, string>): Promise<HostedForm> {
  const form = await openHost(page);
  await page.evaluate(
    ([action, values]) => {
      const post = Object.assign(document.createElement('form'), { method: 'post', action, target: 'form' });
      for (const [name, value] of Object.entries(values)) {
        post.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }));
      }
      document.body.append(post);
      post.submit();
      post.remove();
    },
    [`${framesUrl()}/PaymentFrame`, inputs] as const,
  );
  return form;
}

/** Shows the card form in an empty page, which answers it. */
export async function openCardForm(
  page: Page,
  language: string,
  isAnswering = true,
): Promise<HostedForm & { uid: string }> {
  const { uid = '' } = (await callCardForm('init', { txn_type: 'profileAdd', form_name: 'card' })).body;
  const form = await openHost(page);
  const address = `${framesUrl()}/hpf/?uid=${uid}&lang=${language}`;
  await page.evaluate(
    ([src, isAnswered]) => {
      (window as HostWindow).isAnswering = isAnswered;
      Object.assign(document.querySelector('iframe') ?? {}, { src });
    },
    [address, isAnswering] as const,
  );
  return { ...form, uid };
}

/** Calls the card form's service as the portal's server does. */
export async function callCardForm(call: 'init' | 'query', members: object) {
  const { CHASE_SECURE_ID, CHASE_API_KEY } = sandboxCredentials;
  const response = await fetch(`${framesUrl()}/api/${call}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ secure_id: CHASE_SECURE_ID, api_key: CHASE_API_KEY, ...members }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, string> };
}

async function openHost(page: Page): Promise<HostedForm> {
  const address = `${portalOrigin()}/a-page-with-a-form`;
  // The browser does not know that a page that a test makes up is on this machine too.
  await page.context().grantPermissions(['local-network-access']);
  await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body: hostPage }));
  await page.goto(address);
  const all = () => page.evaluate(() => (window as HostWindow).messages ?? []);
  const isHeight = ({ message }: FrameMessage) => (message.type ?? message.subject) === 'height';
  return {
    frame: page.frameLocator('iframe'),
    messages: async () => (await all()).filter((sent) => !isHeight(sent)),
    height: async () => {
      const last = (await all()).findLast(isHeight)?.message;
      return last?.content ?? last?.data ?? 0;
    },
    send: (message) =>
      page.evaluate(
        ([text, origin]) => document.querySelector('iframe')?.contentWindow?.postMessage(text, origin),
        [JSON.stringify(message), framesUrl()] as const,
      ),
  };
}
