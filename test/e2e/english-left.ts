import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { type Entry, readCatalogue } from '#server/languages/catalogue-file.ts'

/** Words of English that none of the other languages has, at least not with these letters. */
const englishWords = /\b(?:the|and|your|you|with|this|that|from|have|when|isn’t|can’t|doesn’t)\b/i
/** Names that stay English. */
const names: ReadonlySet<string> = new Set(['VS Code with Copilot', 'API'])

/** The visible texts of a page, and those of its attributes, such as the names of buttons. */
export type PageTexts = { shown: string[]; attributes: string[] }

const englishOf = new Map<string, ReadonlySet<string>>()

/**
 * Finds the texts of a page that are in English although it is in another language: the English texts of its catalogue,
 * and their parts between values and tags, unless the translation has them too; and texts with words of English.
 */
export function findEnglish(tag: string, { shown, attributes }: PageTexts): string[] {
  let english = englishOf.get(tag)
  if (!english) {
    english = readEnglish(tag)
    englishOf.set(tag, english)
  }
  const isEnglish = (text: string) => english.has(text)
  // What people wrote is part of the names of buttons.
  return [
    ...shown.filter((text) => !names.has(text) && (isEnglish(text) || englishWords.test(text))),
    ...attributes.filter((text) => !names.has(text) && isEnglish(text)),
  ]
}

function readEnglish(tag: string): ReadonlySet<string> {
  const { entries } = readCatalogue(readFileSync(`src/languages/${tag}.po`, 'utf8'))
  const translated = new Set(entries.flatMap(({ forms }) => forms.flatMap(partsOf)))
  return new Set(entries.flatMap(englishPartsOf).filter((part) => !translated.has(part)))
}

function englishPartsOf({ text, other }: Entry): string[] {
  return [text, ...(other === undefined ? [] : [other])].flatMap(partsOf)
}

/** The parts of a text that elements and values separate, if they have a word. */
function partsOf(text: string): string[] {
  return text
    .split(/<\/?\w+>|\{\w+\}/)
    .map((part) => part.trim())
    .filter((part) => /\p{L}{2}/u.test(part))
}

/** Reads the texts of a page except what people wrote, which has its own language or direction, and except code. */
export function textsOnPage(page: Page): Promise<PageTexts> {
  return page.evaluate(() => {
    const others =
      '[lang]:not(html), [dir="auto"], bdi, code, kbd, pre, samp, script, style, noscript, template, textarea'
    const shown = new Set<string>()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const { parentElement, data } = walker.currentNode as Text
      if (data.trim() && !parentElement?.closest(others)) shown.add(data.trim())
    }
    const attributes = new Set([document.title.replace(/ \| [^|]+$/, '')])
    for (const name of ['aria-label', 'alt', 'placeholder', 'title', 'aria-description'])
      for (const element of document.body.querySelectorAll(`[${name}]`))
        if (!element.closest(others)) attributes.add(element.getAttribute(name)?.trim() ?? '')
    return { shown: [...shown], attributes: [...attributes] }
  })
}
