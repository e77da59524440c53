import { cutText } from '#lib/well-formed.ts'

/** Returns the BCP 47 code of a text's language: the one that a file names if it is one of those that texts here have. */
export type LanguageDetector = (text: string, named?: string | null) => string

/** How many characters of a text are examined. Examining more doesn't improve the result. */
const readMax = 2_000
/** If a text has fewer letters, its script alone is as good an indicator as the detector. */
const lettersMin = 20

/** Loads the library eld (Efficient Language Detector: 60 languages, 25 MB in memory) on first use. */
export async function loadLanguageDetector(): Promise<LanguageDetector> {
  const { eld } = await import('eld')
  // The types of the package also cover its other entry points, which have no `load`.
  if ('load' in eld) await eld.load('small')
  const languages = new Set(Object.values(eld.info().Languages))
  return (text, named) => {
    if (named && languages.has(named)) return named
    const beginning = cutText(text, readMax)
    if ((beginning.match(/\p{L}/gu)?.length ?? 0) < lettersMin) return languageOfScript(beginning)
    const result = eld.detect(beginning)
    return result.isReliable() && result.language ? result.language : languageOfScript(beginning)
  }
}

const scripts: [RegExp, string][] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 'ja'],
  [/\p{Script=Han}/gu, 'zh'],
  [/\p{Script=Hangul}/gu, 'ko'],
  [/\p{Script=Cyrillic}/gu, 'ru'],
  [/\p{Script=Arabic}/gu, 'ar'],
  [/\p{Script=Hebrew}/gu, 'he'],
  [/\p{Script=Greek}/gu, 'el'],
  [/\p{Script=Devanagari}/gu, 'hi'],
  [/\p{Script=Thai}/gu, 'th'],
]

/**
 * Returns the most common language of the script that more than half of the letters belong to, or English if none of
 * the scripts above has that many.
 */
function languageOfScript(text: string): string {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  const mainScript = scripts.find(([script]) => (text.match(script)?.length ?? 0) * 2 > letters)
  return mainScript ? mainScript[1] : 'en'
}
