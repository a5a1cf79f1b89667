import type { ReactNode } from 'react';
import { DowntimeBanner, MobileBanner } from './Banners.tsx';
import { Footer } from './Footer.tsx';
import { LanguageButtons } from './LanguageButtons.tsx';
import { Logo } from './Logo.tsx';
import classes from './PublicFrame.module.css';

interface PublicFrameProps {
  /** True for a page of several cards of its own, which has more room. */
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

/** Layout of a page that needs no session: one centered card, logo and language above, banners, footer. */
export function PublicFrame({ isWide = false, children }: PublicFrameProps) {
  return (
    <div className={classes.page} data-wide={isWide || undefined}>
      <DowntimeBanner />
      <header className={classes.top}>
        <Logo />
        <LanguageButtons />
      </header>
      <main className={classes.main}>
        {isWide ? children : <div className={classes.card}>{children}</div>}
      </main>
      {!isWide && <MobileBanner />}
      <Footer />
    </div>
  );
}
