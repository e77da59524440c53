/** The languages of the interface. Their texts are in `src/languages/TAG.po`; docs/languages.md says how to add one. */
export const languages = [
  { tag: 'en', name: 'English', offer: 'Read in English', isComplete: true },
  { tag: 'de', name: 'Deutsch', offer: 'Auf Deutsch lesen', isComplete: true },
  { tag: 'es', name: 'Español', offer: 'Leer en español', isComplete: true },
  { tag: 'fr', name: 'Français', offer: 'Lire en français', isComplete: true },
  { tag: 'pt-BR', name: 'Português (Brasil)', offer: 'Ler em português', isComplete: true },
  { tag: 'ja', name: '日本語', offer: '日本語で読む', isComplete: true },
  { tag: 'zh-CN', name: '简体中文', offer: '阅读中文版', isComplete: true },
  { tag: 'ar', name: 'العربية', offer: 'اقرأ بالعربية', isComplete: true, isRightToLeft: true },
  { tag: 'tr', name: 'Türkçe', offer: 'Türkçe oku', isComplete: true },
  { tag: 'hi', name: 'हिन्दी', offer: 'हिंदी में पढ़ें', isComplete: true },
] as const

export type LanguageTag = (typeof languages)[number]['tag']

/** The direction in which a language is written. */
export function directionOf(tag: string): 'ltr' | 'rtl' {
  return languages.some((language) => language.tag === tag && 'isRightToLeft' in language) ? 'rtl' : 'ltr'
}
