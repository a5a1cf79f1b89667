interface LanguageEntry {
  /** What the language calls itself; the label of its button. */
  readonly name: string;
  /** BCP 47 tag for the page's times and for the language of a PDF. */
  readonly locale: string;
  /** Names of the months, January first. The first three letters are their short form. */
  readonly months: readonly string[];
  /** Whether a date begins with its day, as in “5 ene 2024” (SHELL-12). */
  readonly isDayFirst: boolean;
}

/**
 * Every language of the portal (SHELL-11), in the order of the buttons. A new one takes an entry here, its folder in
 * both `locales`, and a migration for the columns that `architecture/table-types.test.ts` names.
 */
export const languageEntries = {
  en: {
    name: 'English',
    locale: 'en-US',
    months: 'January February March April May June July August September October November December'.split(
      ' ',
    ),
    isDayFirst: false,
  },
  es: {
    name: 'Español',
    locale: 'es-US',
    months: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(
      ' ',
    ),
    isDayFirst: true,
  },
} as const satisfies Record<string, LanguageEntry>;

export type Language = keyof typeof languageEntries;

export const languages = Object.keys(languageEntries) as [Language, ...Language[]];

/** The language for readers who speak none of the portal's. */
export const defaultLanguage = 'en' satisfies Language;

/** Whether the portal speaks the language with this code. */
export function isLanguage(code: string | null | undefined): code is Language {
  return languages.some((language) => language === code);
}

/** Returns the first of these BCP 47 tags that the portal speaks, the default language if it speaks none. */
export function matchLanguage(tags: readonly string[]): Language {
  return tags.map((tag) => tag.split('-', 1)[0]?.toLowerCase()).find(isLanguage) ?? defaultLanguage;
}

/**
 * A value that an operator gives in several languages: `label` in the default one, `labelEs` beside it. Returns the
 * name of the field that holds a language's value.
 */
export function fieldIn<const Name extends string>(name: Name, language: Language): FieldIn<Name> {
  if (language === defaultLanguage) return name;
  return `${name}${language.charAt(0).toUpperCase()}${language.slice(1)}` as FieldIn<Name>;
}

type FieldIn<Name extends string> = Name | TranslatedField<Name>;
/** The field names that {@link fieldIn} returns for languages other than the default one. */
export type TranslatedField<Name extends string> =
  `${Name}${Capitalize<Exclude<Language, typeof defaultLanguage>>}`;
