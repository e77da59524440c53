import type { Language } from '#lib/language.ts'
import { contextSeparator } from '#lib/texts.ts'

/** What stands for a text in the marked scripts (`mark-texts.ts`). It needs no escapes in any kind of literal. */
export const textMark = /%T\.([@\w-]+)\.T%/g

/** Replaces the marks of a script by the texts of a language. `keys`: the texts by the names of their marks. */
export function translateScript(script: string, keys: Record<string, string>, language: Language | null): string {
  return script.replace(textMark, (_, name: string) => {
    if (name === '@language') return escapeInLiteral(language ? shippedLanguage(language) : '')
    const key = keys[name]
    if (key === undefined) throw new Error(`The build has no text for the mark ${name}. Build again.`)
    return escapeInLiteral(language?.find?.(key) ?? key.slice(key.indexOf(contextSeparator) + 1))
  })
}

/** What `src/lib/language.ts` reads in the browser. */
function shippedLanguage({ tag, prefix, format }: Language): string {
  return JSON.stringify({ tag, prefix, format })
}

/** Escapes a text for any JavaScript literal: between ", ' or `. */
function escapeInLiteral(text: string): string {
  return text
    .replace(/[\\"'`$]/g, (character) => `\\${character}`)
    .replace(/[\n\r\t\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
