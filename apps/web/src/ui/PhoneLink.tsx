import layout from './layout.module.css';
import { TextLink } from './TextLink.tsx';

/** A phone number as a `tel:` link. */
export function PhoneLink({ phone }: { phone: string }) {
  return (
    <TextLink href={`tel:${phone.replace(/[^+\d]/g, '')}`} className={layout.unbroken}>
      {phone}
    </TextLink>
  );
}
