import { config } from '../api/config.ts';
import layout from './layout.module.css';
import { TextLink } from './TextLink.tsx';

/** The operator's phone number, as a link that calls it. */
export function SupportPhone() {
  const { supportPhone } = config.brand;
  return (
    <TextLink href={`tel:${supportPhone.replace(/[^+\d]/g, '')}`} className={layout.unbroken}>
      {supportPhone}
    </TextLink>
  );
}

/** A sentence that ends with the operator's phone number. */
export function CallSupport({ text }: { text: string }) {
  return (
    <>
      <span>{text}</span> <SupportPhone />
      <span>.</span>
    </>
  );
}
