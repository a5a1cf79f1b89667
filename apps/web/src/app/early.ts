import { currentSession } from '../api/session.ts';
import { startLanguage, textsUrl } from '../ui/language.ts';

const language = startLanguage();
document.documentElement.lang = language;

const texts = document.createElement('link');
Object.assign(texts, { rel: 'preload', as: 'fetch', crossOrigin: 'anonymous', href: textsUrl(language) });
document.head.append(texts);

// The page that is about to show loads beside the main script instead of after it.
void (currentSession() ? import('./shell/SignedInShell.tsx') : import('./pages/login/LoginPage.tsx'));
