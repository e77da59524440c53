/**
 * The first of some tags that a reader wishes for: one they name, or one in the same language and script, so those who
 * read `de-AT` get `de`, but `zh-TW` isn't `zh-CN`. What browsers and headers send that isn't a tag is skipped. Null if
 * there is none.
 */
export function findPreferred<Tag extends string>(wishes: readonly string[], tags: readonly Tag[]): Tag | null {
  for (const wish of wishes) {
    const writing = writingOf(wish)
    const found =
      tags.find((tag) => tag.toLowerCase() === wish.toLowerCase()) ??
      tags.find((tag) => writing !== null && writingOf(tag) === writing)
    if (found) return found
  }
  return null
}

/** The last tags and their writings, because finding one out is slow. */
const writings = new Map<string, string | null>()
const writingsMax = 500
/** How long a tag is that people use. Longer ones count as none. */
const tagMax = 100

/** The language and script of a tag, or null if it isn't one: browsers without a locale name `en-US@posix`. */
function writingOf(tag: string): string | null {
  const known = writings.get(tag)
  if (known !== undefined) return known
  if (tag.length > tagMax) return null
  if (writings.size >= writingsMax) writings.clear()
  const writing = readWriting(tag)
  writings.set(tag, writing)
  return writing
}

function readWriting(tag: string): string | null {
  try {
    const { language, script } = new Intl.Locale(tag).maximize()
    return `${language}-${script}`
  } catch {
    return null
  }
}
