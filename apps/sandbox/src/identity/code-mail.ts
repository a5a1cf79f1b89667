import { randomUUID } from 'node:crypto';
import type { NewMessage } from '../inbox/inbox.store.ts';
import type { NewCode } from './identity.store.ts';

const texts = {
  en: {
    subject: (code: string) => `${code} is your sign-in code`,
    text: (code: string) => `Your code is ${code}. It was sent by the sandbox’s identity service.`,
  },
  es: {
    subject: (code: string) => `${code} es su código para iniciar sesión`,
    text: (code: string) => `Su código es ${code}. Lo envió el servicio de identidad del sandbox.`,
  },
} as const;

/** The mail with a code, as it gets into the inbox. */
export function codeMail({ email, code, language, at }: NewCode): NewMessage {
  const t = language.startsWith('es') ? texts.es : texts.en;
  const [subject, text] = [t.subject(code), t.text(code)];
  const messageId = `<${randomUUID()}@identity.sandbox.example>`;
  const source = `Message-ID: ${messageId}\r\nTo: ${email}\r\nSubject: ${subject}\r\n\r\n${text}\r\n`;
  return { recipient: email, subject, text, html: `<p>${text}</p>`, at, channel: 'mail', messageId, source };
}
