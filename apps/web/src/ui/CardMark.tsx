import type { CardBrand } from '@myaccount/contract/web-config';
import type { ReactNode } from 'react';
import classes from './CardMark.module.css';

/** What a method is paid with, as far as a mark can show it. */
export type CardMarkName = CardBrand | 'card' | 'bank';

/** Our own drawings on a card of 36 by 24 units. The networks' colors are not the theme's. */
const marks: Readonly<Record<CardMarkName, ReactNode>> = {
  visa: (
    <>
      <Face color="#1b2a7a" />
      <Letters path="M7 8.5l2.5 7 3-7M14.5 8.5l-1.4 7M22.5 15.5l3.7-7 2 7M24 13.2h3.4M21 9c-2-1-4-.4-4 1.2 0 2.1 3.3 1.5 3.3 3.5 0 1.8-2.6 2.2-4.2 1.1" />
    </>
  ),
  mastercard: (
    <>
      <Face color="#22262c" />
      <circle cx="14.5" cy="12" r="6.5" fill="#e5312b" />
      <circle cx="21.5" cy="12" r="6.5" fill="#f5a623" fillOpacity="0.9" />
    </>
  ),
  amex: (
    <>
      <Face color="#1f72cd" />
      <Letters path="M5 15.5l3-7 3 7M6.2 13.3h3.6M13 15.5v-7l3 4 3-4v7M25 8.5h-3.5v7H25M21.5 12h3M27 8.5l5 7M32 8.5l-5 7" />
    </>
  ),
  discover: (
    <>
      <Face color="#ffffff" />
      <path d="M36 13.5V20a4 4 0 01-4 4H12c10-1.5 18-4.5 24-10.5z" fill="#ef7d1a" />
      <circle cx="18" cy="10.5" r="4" fill="#ef7d1a" />
      <path d="M6 10.5h4.5M25.5 10.5H30" stroke="#22262c" strokeWidth="2" strokeLinecap="round" />
    </>
  ),
  jcb: (
    <>
      <Face color="#ffffff" />
      <path d="M8 7a2 2 0 012-2h3v12a2 2 0 01-2 2H8z" fill="#1565c0" />
      <path d="M15.5 7a2 2 0 012-2h3v12a2 2 0 01-2 2h-3z" fill="#c62828" />
      <path d="M23 7a2 2 0 012-2h3v12a2 2 0 01-2 2h-3z" fill="#2e7d32" />
    </>
  ),
  card: <Outline path="M1 8h34M6 17h7" />,
  bank: <Outline path="M10 10l8-4.5 8 4.5zM12.5 12v4.5M18 12v4.5M23.5 12v4.5M10.5 18.5h15" />,
};

/** The mark of a card network or a bank account. Decoration: the name is beside it in words. */
export function CardMark({ name }: { name: CardMarkName }) {
  return (
    <svg viewBox="0 0 36 24" className={classes.mark} aria-hidden="true" data-mark={name}>
      {marks[name]}
    </svg>
  );
}

function Face({ color }: { color: string }) {
  return <rect x="0.5" y="0.5" width="35" height="23" rx="3.5" fill={color} className={classes.face} />;
}

function Letters({ path }: { path: string }) {
  return <path d={path} className={classes.letters} />;
}

/** A card without a network. */
function Outline({ path }: { path: string }) {
  return (
    <path
      d={`M4.5 1h27a3.5 3.5 0 013.5 3.5v15a3.5 3.5 0 01-3.5 3.5h-27A3.5 3.5 0 011 19.5v-15A3.5 3.5 0 014.5 1z${path}`}
      className={classes.outline}
    />
  );
}
