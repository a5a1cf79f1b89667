import { type Html, html } from '../pages/html.ts';
import { instant, renderPage } from '../pages/page.ts';
import type { InboxMessage } from './inbox.store.ts';

const emptyInbox = html`<p class="quiet">No messages yet. New messages appear by themselves.</p>`;
// Links in a mail open in a new tab, never inside the frame.
const mailHead = '<base target="_blank">';

/** Chooses one address. */
export function inboxFilter(to: string | undefined): Html {
  return html`<form class="inline" action="/inbox"><label>Only to<input name="to" size="32" value="${to}"></label>
<button>Show</button>${to ? html`<a href="/inbox">Show all</a>` : ''}</form>`;
}

/** The newest messages. */
export function inboxEntries(messages: readonly InboxMessage[]): Html {
  const entries = messages.map(
    (message) => html`<li><a href="/inbox/${message.number}"><span class="subject">${titleOf(message)}
${message.isRepeat ? html` <span class="mark">duplicate</span>` : ''}</span>${instant(message.at)}
<span class="to">to ${message.recipient}${message.channel === 'sms' ? ' · SMS' : ''}</span></a></li>`,
  );
  const list = entries.length > 0 ? html`<ul class="messages">${entries}</ul>` : emptyInbox;
  return html`<section class="card">${list}</section>`;
}

/** One message: its HTML in a frame without scripts, and its text below. */
export function messagePage(message: InboxMessage, replyStatus?: string): string {
  if (message.channel === 'sms') return textPage(message, replyStatus);
  const frame = html`<iframe class="mail" title="The mail as HTML" sandbox="allow-popups allow-popups-to-escape-sandbox"
 srcdoc="${mailHead}${message.html}"></iframe>`;
  return renderPage({
    title: message.subject,
    section: '/inbox',
    content: html`<p><a href="/inbox">Back to the inbox</a></p><h1>${message.subject || '(no subject)'}</h1>
<section class="card"><dl><dt>To</dt><dd>${message.recipient}</dd><dt>Received</dt><dd>${instant(message.at)}</dd>
<dt>Message-ID</dt><dd>${message.messageId ?? 'none'}${message.isRepeat ? html` <span class="mark">duplicate</span>` : ''}</dd></dl></section>
${message.html ? frame : ''}
<section class="card"><h2>Plain text</h2><pre>${message.text || '(no text part)'}</pre></section>
<p><a href="/inbox/messages/${message.number}/source">Raw message</a></p>`,
  });
}

/** A text message, with a box to reply to it as its reader would. */
function textPage(message: InboxMessage, replyStatus: string | undefined): string {
  const answered = replyStatus
    ? html`<p role="status">The portal answered ${replyStatus} to the reply.</p>`
    : '';
  return renderPage({
    title: 'Text message',
    section: '/inbox',
    content: html`<p><a href="/inbox">Back to the inbox</a></p><h1>Text message</h1>
<section class="card"><dl><dt>To</dt><dd>${message.recipient}</dd><dt>Received</dt><dd>${instant(message.at)}</dd>
<dt>SID</dt><dd>${message.messageId ?? 'none'}</dd></dl><pre>${message.text}</pre></section>
<section class="card"><h2>Reply</h2>${answered}<form class="inline" method="post" action="/sms/reply">
<input type="hidden" name="from" value="${message.recipient}"><input type="hidden" name="message" value="${message.number}">
<label>Text<input name="body" size="24" placeholder="STOP"></label> <button>Send</button></form>
<p class="quiet">STOP ends the texts to this number, START begins them again, HELP asks who sends them.</p></section>`,
  });
}

/** Returns the title of a message. A text has no subject: its words are used instead. */
function titleOf({ channel, subject, text }: InboxMessage): string {
  return channel === 'sms' ? text : subject || '(no subject)';
}
