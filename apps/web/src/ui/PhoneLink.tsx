import { Anchor } from '@mantine/core';

/** A phone number as a `tel:` link. */
export function PhoneLink({ phone }: { phone: string }) {
  return (
    <Anchor
      href={`tel:${phone.replace(/[^+\d]/g, '')}`}
      underline="always"
      inherit
      style={{ whiteSpace: 'nowrap' }}
    >
      {phone}
    </Anchor>
  );
}
