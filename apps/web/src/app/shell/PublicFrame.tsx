import type { ReactNode } from 'react';
import { DowntimeBanner, MobileBanner } from './Banners.tsx';
import { Footer } from './Footer.tsx';
import { LanguageButtons } from './LanguageButtons.tsx';
import { Logo } from './Logo.tsx';
import classes from './PublicFrame.module.css';

/** Layout of a page that needs no session: one centered card, logo and language above, banners, footer. */
export function PublicFrame({ children }: { children: ReactNode }) {
  return (
    <div className={classes.page}>
      <DowntimeBanner />
      <header className={classes.top}>
        <Logo />
        <LanguageButtons />
      </header>
      <main className={classes.main}>
        <div className={classes.card}>{children}</div>
      </main>
      <MobileBanner />
      <Footer />
    </div>
  );
}
